import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findEverything } from './find-everything.ts';
import { feature } from '../feature.ts';

/** The search of everything: `portal.search`. It asks only lists, and offers only actions, whose menu the person has. */
export function createSearch(services: Services) {
  return bind(services, { findEverything });
}

export const search = feature({ verbs: { search: createSearch } });
