import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { createPortal } from '#server/portal.ts';
import { ensureBuild } from '#server/commands/demo/ensure-build.ts';
import { createLog } from '#server/platform/log.ts';
import type { Portal } from '#server/portal.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import path from 'node:path';

const PASSWORD = 'Prueba-2026!';

let backend: PortalProcess;
let portal: Portal;
let remove: () => Promise<void>;

/** One running instance serves /api, a portal in this process is told to use it. */
beforeAll(async () => {
  await ensureBuild(path.resolve(import.meta.dirname, '../..'));
  const database = await createTestDatabase();
  const made = await testEnvironment(database.url);
  remove = made.remove;
  backend = await startPortalProcess('web', made.environment);
  const config = loadConfig({
    ...made.environment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '1',
    FILES_DIR: '/nonexistent',
    REST_BACKEND_URL: `${backend.url}/api`,
  });
  portal = await createPortal(config, createLog({ level: 'silent', process: 'test' }));
}, 120_000);
afterAll(async () => {
  await portal?.close();
  await backend?.kill('SIGTERM');
  await remove?.();
});

it('REST_BACKEND_URL may name another running instance: people, clicks and files go through it', async () => {
  await portal.documents.main.create('usuarios/jefa', { name: 'Lucía Marroquín', email: 'jefa@demo.coop', role: 'admin', state: true });
  await portal.identity.createAccount({ uid: 'jefa', email: 'jefa@demo.coop', password: PASSWORD });
  await portal.readModel.projectNow('main', ['usuarios/jefa']);
  const signedIn = await portal.identity.signIn({ email: 'jefa@demo.coop', password: PASSWORD, userAgent: 'prueba' });
  const session = await portal.identity.verifySession(signedIn?.sessionToken ?? '');
  const actor = session && (await portal.staff.loadStaff(session));
  if (!actor) throw new Error('the administrator could not sign in');

  const { id } = await portal.users.createUser({
    actor,
    values: { name: 'Berta Choc', email: 'berta@demo.coop', role: 'editor' },
    password: PASSWORD,
    formToken: '',
  });
  const { version } = await portal.users.getUser({ actor, id });
  await portal.users.updateUser({ actor, id, ifVersion: version, values: { phone: '5555-1234' } });
  await portal.clicks.addClicks({ actor, count: 3, flushId: 'envio-de-prueba-0001' });
  const list = await portal.users.findUsers({ actor, params: new URLSearchParams({ sort: 'name' }) });
  expect(list.rows.map(({ name, phone, clicks }) => [name, phone, clicks])).toEqual([
    ['Berta Choc', '5555-1234', 0],
    ['Lucía Marroquín', '', 3],
  ]);

  const stored = await portal.restBackend.uploadAsset({
    body: Readable.from([Buffer.from('hola')]),
    fileName: 'hola.txt',
    contentType: 'text/plain',
    agencyId: 'central',
  });
  const opened = await portal.restBackend.openAsset({ filename: stored.filename });
  expect(await text(opened.body)).toBe('hola');

  await backend.kill('SIGTERM');
  const failure: unknown = await portal.users.getUser({ actor, id }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'unavailable',
    userMessage: 'El servidor de usuarios no responde en este momento. Intente de nuevo en unos minutos.',
  });
});
