import type { People } from './people.ts';

/**
 * `own`: another instance of this portal, with pages and versions; `plain`: any other backend that implements docs/specification.md section
 * 7.
 */
export type Make = 'own' | 'plain';

/** `inBackground`: nobody waits, so that a long list may take minutes. */
export type MakeOf = (patience?: { inBackground?: boolean }) => Promise<Make>;

/** People of a backend whose make is detected from its answers. `refreshPeople` copies those of a plain one to the portal's documents. */
export function peopleOfEitherMake(
  makeOf: MakeOf,
  own: People,
  plain: People & { refresh(): Promise<void> },
): People & { refreshPeople(): Promise<void> } {
  const people = async () => ((await makeOf()) === 'own' ? own : plain);
  return {
    findUsers: async (query) => (await people()).findUsers(query),
    findUsersOfAgency: async (agencyId, query) => (await people()).findUsersOfAgency(agencyId, query),
    getUser: async (id) => (await people()).getUser(id),
    createUser: async (body, acting) => (await people()).createUser(body, acting),
    updateUser: async (id, body, acting) => (await people()).updateUser(id, body, acting),
    addClicks: async (sessionId, body) => (await people()).addClicks(sessionId, body),
    refreshPeople: async () => void ((await makeOf({ inBackground: true })) === 'plain' && (await plain.refresh())),
  };
}
