import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN, startApiServer, type ApiServer } from '../api/testing/api-server.ts';
import { AppError } from '../domain/errors.ts';
import { createReadableLog } from '../testing/embedded-identity.ts';
import { createRestBackend } from './create-rest-backend.ts';
import type { RestBackend } from './rest-backend.ts';
import { startFaultyBackend, type FaultyBackend } from './testing/faulty-backend.ts';

const { log, text } = createReadableLog();
let api: ApiServer;
let backend: FaultyBackend;
let client: RestBackend;
/** Gives up soon: for a backend that never answers. */
let hasty: RestBackend;
let count = 0;

const person = (fields: object = {}) => ({
  name: 'Ana Pérez',
  email: `cliente.${(count += 1)}@demo.coop`,
  role: 'editor' as const,
  ...fields,
});
async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

beforeAll(async () => {
  api = await startApiServer();
  await api.documents.main.create('agencias/central', { nombre: 'Central' });
  backend = await startFaultyBackend(api.url);
  client = createRestBackend({ url: backend.url, token: TOKEN, log, timeouts: { callMs: 2_000 } });
  hasty = createRestBackend({ url: backend.url, token: TOKEN, log, timeouts: { callMs: 300 } });
});
beforeEach(() => backend.set('pass'));

describe('the calls about people', () => {
  it('go all the way and back', async () => {
    const created = await client.createUser(person({ agency: 'central' }));
    expect(created.created).toBe(true);
    const id = created.user.id;
    const updated = await client.updateUser(
      id,
      { phone: '5555-1234', ifVersion: created.user.version },
      { userId: id, requestId: 'peticion-0001' },
    );
    expect(await client.getUser(id)).toEqual(updated);
    const pages = [await client.listUsers({ limit: 1 }), await client.listUsers({ agencyId: 'central' })];
    expect(pages.map((page) => page.users.map((user) => user.id))).toEqual([[id], [id]]);
    await api.identity.createAccount({ uid: id, email: updated.email, password: 'Prueba-2026!' });
    await api.identity.signIn({ email: updated.email, password: 'Prueba-2026!', userAgent: 'x' });
    const sessionId = (await api.identity.listSessions(id))?.[0]?.sessionId ?? '';
    expect(await client.addClicks(sessionId, { userId: id, clicks: 3, flushId: 'f'.repeat(16) })).toEqual({ id, clicks: 3, added: true });
  });

  it('name whom they are made for, whatever letters the id has', async () => {
    await client.createUser(person({ id: 'señora ñandú', name: 'Íngrid' }));
    const { user } = await client.createUser(person(), { userId: 'señora ñandú', requestId: 'peticion-0002' });
    const [entry] = await api.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `usuarios/${user.id}` }],
    });
    expect(entry?.data).toMatchObject({ user: 'señora ñandú', userName: 'Íngrid', requestId: 'peticion-0002' });
    expect((await failure(client.updateUser(user.id, { phone: '' }, { userId: 'nadie' }))).code).toBe('invalid-input');
  });

  it('keep what the backend refuses: code, Spanish sentence, fields and details', async () => {
    const { user } = await client.createUser(person());
    expect(await failure(client.getUser('nadie'))).toMatchObject({ code: 'not-found' });
    expect(await failure(client.createUser(person({ agency: 'ninguna' })))).toMatchObject({
      code: 'invalid-input',
      fields: { agency: ['La agencia no existe o está eliminada.'] },
    });
    expect(await failure(client.createUser(person({ email: user.email })))).toMatchObject({
      code: 'conflict',
      fields: { email: ['Ya existe una persona con este correo electrónico.'] },
    });
    expect(await failure(client.updateUser(user.id, { phone: '5555-0000', ifVersion: 'vieja' }))).toMatchObject({
      code: 'conflict',
      details: { reason: 'changed' },
    });
  });

  it.each(['..', '.', 'a/b', '../agencias/x', 'a?b=c', 'a#b', '%2e%2e', ''])('an id like %j stays one segment of the path', async (id) => {
    expect((await failure(client.getUser(id))).code).toBe('not-found');
    expect(backend.requests.every((line) => /^GET \/users\/[^/?#]*$/.test(line))).toBe(true);
  });
});

describe('a backend in trouble', () => {
  it.each(['refuse', 'unavailable', 'lose'] as const)('reading is tried again: %s twice, then an answer', async (fault) => {
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
  ] as const)('%s ends reading with %s after a bounded time', async (fault, code, requests) => {
    backend.set(fault);
    const used = fault === 'hang' ? hasty : client;
    const started = Date.now();
    for (const work of [() => used.getUser('x'), () => used.listUsers()]) {
      const error = await failure(work());
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
  ] as const)('writing is sent once: %s is %s', async (fault, code) => {
    backend.set(fault);
    const { user } = await createDirectly();
    const used = fault === 'hang' ? hasty : client;
    for (const work of [
      () => used.createUser(person()),
      () => used.updateUser(user.id, { phone: '5555-1111' }),
      () => used.addClicks('s', { userId: user.id, clicks: 1, flushId: 'f'.repeat(16) }),
    ]) {
      backend.requests.length = 0;
      expect((await failure(work())).code).toBe(code);
      expect(backend.requests).toHaveLength(1);
    }
  });

  it('never writes the token or what a failing backend says into the log lines of a 500', () => {
    expect(text()).not.toContain(TOKEN);
    expect(text()).not.toContain('Traceback');
  });
});

/** Past the proxy. */
async function createDirectly() {
  const direct = createRestBackend({ url: api.url, token: TOKEN, log });
  try {
    return await direct.createUser(person());
  } finally {
    direct.close();
  }
}
