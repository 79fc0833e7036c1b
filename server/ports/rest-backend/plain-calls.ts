import { AppError } from '../../domain/errors.ts';
import type { Fields } from '../documents/document-store.ts';
import type { Connection } from './connection.ts';
import type { ActingFor } from './people.ts';
import { peopleIn, readPlainUser, readPlainUsers, type PlainUser } from './read-plain-user.ts';
import { createPeopleCalls, segment, unknownUser } from './remote-people.ts';
import type { ClicksBody } from './schemas.ts';

/**
 * Only the calls about people of docs/specification.md section 7, as any backend may answer them: no pages, no versions. A write answered
 * with 2xx is done, whatever its body says: null if that cannot be read.
 * Errors: `not-found`, `conflict`, `invalid-input`, `unavailable`, `backend-failed` (`details.field` names what cannot be read).
 */
export type PlainCalls = ReturnType<typeof createPlainCalls>;

export function createPlainCalls(connection: Connection) {
  const calls = createPeopleCalls(connection);
  const { callMs, backgroundMs } = connection.timeouts;
  const read = async (what: string, path: string, timeoutMs = callMs): Promise<unknown> => {
    const sent = await calls.get(path, {}, timeoutMs);
    await calls.requireDone(sent, what);
    return calls.jsonOf(sent, what);
  };
  const write = async (method: 'POST' | 'PATCH', path: string, body: object, acting?: ActingFor): Promise<PlainUser | null> => {
    const what = `${method} ${path.split('/')[1] ?? ''}`;
    const sent = await calls.send(method, path, body, acting);
    await calls.requireDone(sent, what);
    return calls
      .jsonOf(sent, what)
      .then(readPlainUser)
      .catch(() => null);
  };
  const list = async ({ inBackground = false } = {}): Promise<PlainUser[]> => {
    const answer = await read('GET users', '/users', inBackground ? backgroundMs : callMs);
    const people = readPlainUsers(answer);
    const left = (peopleIn(answer)?.length ?? 0) - people.length;
    if (left > 0) connection.log.error({ people: left }, 'people of the REST backend have no readable id');
    for (const { id, unread } of people)
      if (unread.length > 0) connection.log.warn({ staffId: id, fields: unread }, 'fields of a person of the REST backend cannot be read');
    return people;
  };
  return {
    /** Without those whose id cannot be read. */
    list,
    /**
     * Section 7 does not say how a missing person is answered: with 404, or with null, an error in a 200, or 500 for an id of another form.
     * Any answer that shows nobody is settled by the list.
     * @param listed the list, for callers who have just read it
     */
    get: async (id: string, listed?: readonly PlainUser[]): Promise<PlainUser> =>
      read('GET user', `/users/${segment(id)}`)
        .then(readPlainUser)
        .catch(async (error: unknown) => {
          if (!(error instanceof AppError) || error.code === 'not-found' || error.code === 'unavailable') throw error;
          const settled = listed ?? (await list().catch(() => null));
          if (!settled) throw error;
          const found = settled.find((person) => person.id === id);
          if (!found) throw unknownUser(`neither in GET users nor by id: ${error.message}`);
          return found;
        }),
    create: (user: Fields, acting?: ActingFor) => write('POST', '/users', user, acting),
    /** @param changes only the changed fields */
    change: async (id: string, changes: Fields, acting?: ActingFor) => write('PATCH', `/users/${segment(id)}`, changes, acting),
    click: async (sessionId: string, body: ClicksBody): Promise<void> =>
      void (await write('PATCH', `/users/clicks/${segment(sessionId)}`, body)),
  };
}
