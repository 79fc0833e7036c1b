import { assetCalls } from './asset-calls.ts';
import { openConnection, type ConnectionOptions } from './connection.ts';
import { backendUnavailable } from './errors.ts';
import type { RestBackend } from './rest-backend.ts';
import { userCalls } from './user-calls.ts';

const PING_MS = 2_000;

/** The client of the REST backend. */
export function createRestBackend(options: ConnectionOptions): RestBackend {
  const connection = openConnection(options);
  return {
    ...assetCalls(connection),
    ...userCalls(connection),
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
