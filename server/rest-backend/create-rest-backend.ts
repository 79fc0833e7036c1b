import type { ReadModel } from '../read-model/read-model.ts';
import { createRemoteAssets } from './remote-assets.ts';
import { openConnection, type ConnectionOptions } from './connection.ts';
import { backendUnavailable } from './errors.ts';
import { createRemotePeople } from './remote-people.ts';
import type { RestBackend } from './rest-backend.ts';

const PING_MS = 2_000;

const NO_READ_MODEL: Pick<ReadModel, 'projectNow'> = { projectNow: () => Promise.resolve() };

/** The client of a REST backend elsewhere. `readModel` shows its changes at once; a caller without tables leaves it out. */
export function createRestBackend({
  readModel = NO_READ_MODEL,
  ...options
}: ConnectionOptions & { readModel?: Pick<ReadModel, 'projectNow'> }): RestBackend {
  const connection = openConnection(options);
  return {
    ...createRemoteAssets(connection),
    ...createRemotePeople(connection, readModel),
    async ping() {
      // A path that no backend has: any answer from it shows that it listens and reads the token.
      const url = connection.address('/digitalization/asset', { filename: 'ping' });
      const sent = await connection.send({ method: 'GET', url, headers: {}, timeoutMs: PING_MS });
      sent.discard();
      if (sent.status >= 500 || sent.status === 401 || sent.status === 403) throw backendUnavailable(`ping answered ${sent.status}`);
    },
    close: () => connection.close(),
  };
}
