import { createRemoteAssets } from './remote-assets.ts';
import { openConnection, type ConnectionOptions } from './connection.ts';
import { backendUnavailable } from './errors.ts';
import { createPeopleCalls, createRemotePeople, type DocumentProjector } from './remote-people.ts';
import type { Make, MakeOf } from './either-make.ts';
import { createPlainCalls, type PlainCalls } from './plain-calls.ts';
import { readPlainUsers } from './read-plain-user.ts';
import type { RestBackend } from './rest-backend.ts';
import { usersPage } from './schemas.ts';

const PING_MS = 2_000;
/** How long a successful check that a foreign backend's people are readable stays valid. */
const READABLE_MS = 60_000;

/** Statuses with which a backend may refuse a query parameter that section 7 does not have. Another instance of this portal takes it. */
const REFUSED_PARAMETER: ReadonlySet<number> = new Set([400, 403, 404, 422]);

const NO_READ_MODEL: DocumentProjector = { projectNow: () => Promise.resolve() };

/** Client of a remote REST backend. `readModel` is updated at once with its changes; callers without tables omit it. */
export function createRestBackend({
  readModel = NO_READ_MODEL,
  ...options
}: ConnectionOptions & { readModel?: DocumentProjector }): RestBackend & { plain: PlainCalls; makeOf: MakeOf } {
  const connection = openConnection(options);
  const { callMs, backgroundMs } = connection.timeouts;
  let known: { make: Make; at: number; problem: unknown } | null = null;
  let examining: Promise<unknown> | null = null;
  /** Detects the make: pages with a total come from this portal; anything else is read as section 7 describes. */
  const examine = async (timeoutMs: number) => {
    const calls = createPeopleCalls(connection);
    let sent = await calls.get('/users', { limit: '1' }, timeoutMs);
    if (REFUSED_PARAMETER.has(sent.status)) {
      sent.discard();
      sent = await calls.get('/users', {}, timeoutMs);
    }
    await calls.requireDone(sent, 'GET users');
    const answer = await calls.jsonOf(sent, 'GET users');
    if (usersPage.safeParse(answer).success) return (known = { make: 'own', at: Date.now(), problem: null });
    let problem: unknown = null;
    try {
      readPlainUsers(answer);
    } catch (error) {
      problem = error;
      connection.log.error({ err: error }, 'people of the REST backend cannot be read');
    }
    return (known = { make: 'plain', at: Date.now(), problem });
  };
  /** Of several pings that find the last examination stale, one examines. */
  const examineOnce = () =>
    (examining ??= examine(backgroundMs)
      .catch((error: unknown) => {
        if (known) known.problem = error;
        throw error;
      })
      .finally(() => (examining = null)));
  return {
    ...createRemoteAssets(connection),
    ...createRemotePeople(connection, readModel),
    plain: createPlainCalls(connection),
    // The make does not change at runtime.
    makeOf: async ({ inBackground = false } = {}) => (known ?? (await examine(inBackground ? backgroundMs : callMs))).make,
    refreshPeople: () => Promise.resolve(),
    async ping() {
      // A file that no backend has: any answer shows that it listens.
      const url = connection.address('/digitalization/asset', { filename: 'ping' });
      const sent = await connection.send({ method: 'GET', url, headers: {}, timeoutMs: PING_MS });
      sent.discard();
      const wasReadable = known?.problem === null;
      if (!wasReadable || (known?.make === 'plain' && Date.now() - known.at >= READABLE_MS)) {
        const examined = examineOnce();
        // A long list takes longer than a ping may: meanwhile the last examination counts, and a failure shows in the next ping.
        if (wasReadable) examined.catch(() => undefined);
        else await examined;
      }
      if (known?.problem) throw known.problem;
      // Others may answer anything for an unknown file, as a bucket does: what must work there is the list of people.
      const isRefused = sent.status >= 500 || sent.status === 401 || sent.status === 403;
      if (known?.make === 'own' && isRefused) throw backendUnavailable(`ping answered ${sent.status}`);
    },
    close: () => connection.close(),
  };
}
