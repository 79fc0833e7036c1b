import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { readInbox } from './read-inbox.ts';
import { feature } from '../feature.ts';

/** What waits for a person, over all lists: `portal.inbox`. It counts only in lists whose menu the person has. */
export function createInbox(services: Services) {
  return bind(services, { readInbox });
}

export const inbox = feature({
  verbs: { inbox: createInbox },
  // Line by line as Inicio shows it; the menu shows their sum.
  answers: [{ url: '/bandeja.json', read: async (services, call) => ({ lines: await readInbox(services, call) }) }],
});
