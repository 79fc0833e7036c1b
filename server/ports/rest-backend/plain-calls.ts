import { Readable } from 'node:stream';
import type { Fields } from '../documents/document-store.ts';
import { readJson, type Connection } from './connection.ts';
import { backendFailed } from './errors.ts';
import type { ActingFor } from './people.ts';
import { readPlainUser, readPlainUsers, type PlainUser } from './read-plain-user.ts';
import { actingHeaders, MAX_ANSWER_BYTES, readFailed, refusal, segment, writeFailed } from './remote-people.ts';
import type { ClicksBody } from './schemas.ts';
import type { Sent } from './send-request.ts';

/**
 * The calls about people of docs/specification.md section 7, and nothing more, as any backend may answer them: no pages, no versions.
 * A write that was answered 2xx is done, whatever its answer says: null where that cannot be read.
 * Errors: `not-found`, `conflict`, `invalid-input`, `unavailable`, `backend-failed` (`details.field` names what cannot be read).
 */
export type PlainCalls = ReturnType<typeof createPlainCalls>;

export function createPlainCalls(connection: Connection) {
  const read = async (what: string, path: string): Promise<unknown> => {
    const sent = await connection
      .get(connection.address(path), { headers: { accept: 'application/json' }, timeoutMs: connection.timeouts.callMs })
      .catch(readFailed);
    if (!isDone(sent)) throw await refusal(sent, what, connection.log);
    return readJson(sent, MAX_ANSWER_BYTES).catch((error: unknown) => {
      throw backendFailed(`${what} answered what cannot be read`, { kept: 'people', cause: error });
    });
  };
  const write = async (method: 'POST' | 'PATCH', path: string, body: object, acting?: ActingFor): Promise<PlainUser | null> => {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length), accept: 'application/json' };
    const sent = await connection
      .send({
        method,
        url: connection.address(path),
        body: Readable.from([bytes]),
        timeoutMs: connection.timeouts.callMs,
        headers: { ...headers, ...actingHeaders(acting) },
      })
      .catch(writeFailed);
    if (!isDone(sent)) throw await refusal(sent, `${method} ${path.split('/')[1] ?? ''}`, connection.log);
    return readJson(sent, MAX_ANSWER_BYTES)
      .then(readPlainUser)
      .catch(() => null);
  };
  return {
    list: async (): Promise<PlainUser[]> => readPlainUsers(await read('GET users', '/users')),
    get: async (id: string): Promise<PlainUser> => readPlainUser(await read('GET user', `/users/${segment(id)}`)),
    create: (user: Fields, acting?: ActingFor) => write('POST', '/users', user, acting),
    /** @param changes what changes and nothing else */
    change: async (id: string, changes: Fields, acting?: ActingFor) => write('PATCH', `/users/${segment(id)}`, changes, acting),
    click: async (sessionId: string, body: ClicksBody): Promise<void> =>
      void (await write('PATCH', `/users/clicks/${segment(sessionId)}`, body)),
  };
}

function isDone({ status }: Sent): boolean {
  return status >= 200 && status <= 299;
}
