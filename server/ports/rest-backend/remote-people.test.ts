import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN, startApiServer, type ApiServer } from '../../entrances/http/api/testing/api-server.ts';
import { activityPath } from '../../domain/activity.ts';
import { dayOf } from '../../domain/dates.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../registries.ts';
import { createReadableLog } from '../../testing/embedded-identity.ts';
import { createRestBackend } from './create-rest-backend.ts';
import { describePeople } from './people.contract.ts';
import type { RestBackend } from './rest-backend.ts';
import { startFaultyBackend, type FaultyBackend } from './testing/faulty-backend.ts';
import { failureOf } from '../../testing/failures.ts';

const { log, text } = createReadableLog();
let api: ApiServer;
let backend: FaultyBackend;
let client: RestBackend;
/** A client with a short timeout, for a backend that never answers. */
let hasty: RestBackend;
let count = 0;

const person = (fields: object = {}) => ({
  name: 'Ana Pérez',
  email: `cliente.${(count += 1)}@demo.coop`,
  role: 'editor' as const,
  ...fields,
});
beforeAll(async () => {
  api = await startApiServer();
  backend = await startFaultyBackend(api.url);
  client = createRestBackend({ url: backend.url, token: TOKEN, log, timeouts: { callMs: 2_000 } });
  hasty = createRestBackend({ url: backend.url, token: TOKEN, log, timeouts: { callMs: 300 } });
});
beforeEach(() => backend.set('pass'));

/** Another instance over HTTP, without the proxy. */
describePeople('over HTTP', async () => {
  const other = await startApiServer();
  const readModel = createReadModel({ ...other, log, projections: PROJECTIONS });
  const people = createRestBackend({ url: other.url, token: TOKEN, log, readModel });
  afterAll(() => people.close());
  return { ...other, readModel, people };
});

describe('the calls about people', () => {
  it('refresh the read model for every possibly changed document, even when no response came', async () => {
    const shown: (readonly string[])[] = [];
    const readModel = { projectNow: async (_database: string, paths: readonly string[]) => void shown.push(paths) };
    const people = createRestBackend({ url: backend.url, token: TOKEN, log, readModel, timeouts: { callMs: 2_000 } });
    const { user } = await people.createUser(person());
    await people.updateUser(user.id, { phone: '5555-1234' });
    backend.set('lose');
    const id = `perdida-${(count += 1)}`;
    await failureOf(people.createUser(person({ id })));
    await failureOf(people.addClicks('s', { userId: id, clicks: 1, flushId: 'f'.repeat(16) }));
    people.close();
    const own = `usuarios/${user.id}`;
    expect(shown).toEqual([[own], [own], [`usuarios/${id}`], [`usuarios/${id}`, activityPath(id, dayOf(new Date()))]]);
  });

  it.each(['..', '.', 'a/b', '../agencias/x', 'a?b=c', 'a#b', '%2e%2e', ''])(
    'keep an id like %j within one segment of the path',
    async (id) => {
      expect((await failureOf(client.getUser(id))).code).toBe('not-found');
      expect(backend.requests.every((line) => /^GET \/users\/[^/?#]*$/.test(line))).toBe(true);
    },
  );
});

describe('a failing backend', () => {
  it.each(['refuse', 'unavailable', 'lose'] as const)('with %s twice is asked again for a read, until it answers', async (fault) => {
    const { user } = await client.createUser(person());
    backend.set([fault, fault]);
    expect((await client.getUser(user.id)).id).toBe(user.id);
    expect(backend.requests).toHaveLength(3);
  });

  it.each([
    ['refuse', 'unavailable', 3],
    ['hang', 'unavailable', 1],
    ['unavailable', 'unavailable', 3],
    ['html', 'backend-failed', 1],
    ['other-shape', 'backend-failed', 1],
    ['endless', 'backend-failed', 1],
    ['unauthorized', 'backend-failed', 1],
  ] as const)('with the fault %s fails a read with %s within 8 seconds', async (fault, code, requests) => {
    backend.set(fault);
    const used = fault === 'hang' ? hasty : client;
    const started = Date.now();
    for (const work of [() => used.getUser('x'), () => used.findUsers()]) {
      const error = await failureOf(work());
      expect(error.code).toBe(code);
      expect(error.userMessage).toMatch(/^El servidor de usuarios/);
    }
    expect(backend.requests).toHaveLength(requests * 2);
    expect(Date.now() - started).toBeLessThan(8_000);
  });

  it.each([
    ['refuse', 'unavailable'],
    ['lose', 'unavailable'],
    ['hang', 'unavailable'],
    ['unavailable', 'unavailable'],
    ['html', 'backend-failed'],
    ['other-shape', 'backend-failed'],
  ] as const)('with the fault %s is asked only once for a write, which fails with %s', async (fault, code) => {
    backend.set(fault);
    const { user } = await createDirectly();
    const used = fault === 'hang' ? hasty : client;
    for (const work of [
      () => used.createUser(person()),
      () => used.updateUser(user.id, { phone: '5555-1111' }),
      () => used.addClicks('s', { userId: user.id, clicks: 1, flushId: 'f'.repeat(16) }),
    ]) {
      backend.requests.length = 0;
      expect((await failureOf(work())).code).toBe(code);
      expect(backend.requests).toHaveLength(1);
    }
  });

  it('never writes the token or the backend’s error text to the log', () => {
    expect(text()).not.toContain(TOKEN);
    expect(text()).not.toContain('Traceback');
  });
});

/** Creates a person without the proxy. */
async function createDirectly() {
  const direct = createRestBackend({ url: api.url, token: TOKEN, log });
  try {
    return await direct.createUser(person());
  } finally {
    direct.close();
  }
}
