import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import { createPortal } from '#server/portal.ts';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Portal } from '#server/portal.ts';
import { startPortalProcess, testEnvironment, type PortalProcess } from '#server/testing/portal-processes.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import path from 'node:path';

const PASSWORD = 'Tambor-lluvia-2026!';

let backend: PortalProcess;
let portal: Portal;
/** A portal without a backend setting, and with nothing listening at its own address. */
let alone: Portal;
let remove: () => Promise<void>;

/** One running instance serves /api; a portal in this process is configured to use it. */
beforeAll(async () => {
  await ensureBuild(path.resolve(import.meta.dirname, '../..'));
  const database = await createTestDatabase();
  const made = await testEnvironment(database.url);
  remove = made.remove;
  backend = await startPortalProcess('web', made.environment);
  const open = (variables: Record<string, string>) =>
    createPortal(
      loadConfig({
        ...made.environment,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        PORT: '1',
        FILES_DIR: '/nonexistent',
        ...variables,
      }),
      createLog({ level: 'silent', process: 'test' }),
    );
  [portal, alone] = await Promise.all([
    open({ REST_BACKEND_URL: `${backend.url}/api` }),
    open({ FILES_DIR: made.environment['FILES_DIR'] ?? '' }),
  ]);
}, 120_000);
afterAll(async () => {
  await portal?.close();
  await alone?.close();
  await backend?.kill('SIGTERM');
  await remove?.();
});

it('with REST_BACKEND_URL people, clicks and files go through another running instance', async () => {
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

it('without REST_BACKEND_URL people and clicks are handled in this process, with nothing listening', async () => {
  await alone.documents.main.create('usuarios/gerente', { name: 'Luis Paz', email: 'luis@demo.coop', role: 'admin', state: true });
  await alone.identity.createAccount({ uid: 'gerente', email: 'luis@demo.coop', password: PASSWORD });
  await alone.readModel.projectNow('main', ['usuarios/gerente']);
  const signedIn = await alone.identity.signIn({ email: 'luis@demo.coop', password: PASSWORD, userAgent: 'prueba' });
  const session = await alone.identity.verifySession(signedIn?.sessionToken ?? '');
  const actor = session && (await alone.staff.loadStaff(session));
  if (!actor) throw new Error('the manager could not sign in');

  const values = { name: 'Carla Tum', email: 'carla@demo.coop', role: 'editor' } as const;
  const { id } = await alone.users.createUser({ actor, values, formToken: '' });
  await alone.documents.main.create('puestos/cajera', { nombre: 'Cajera', estado: true });
  await alone.readModel.projectNow('main', ['puestos/cajera']);
  await alone.users.updateUser({ actor, id, ifVersion: '', values: { position: 'Cajera' } });
  await alone.account.updatePhone({ actor, phone: '5555-4321' });
  await alone.clicks.addClicks({ actor, count: 2, flushId: 'envio-de-prueba-0002' });
  const { rows } = await alone.users.findUsers({ actor, params: new URLSearchParams({ sort: 'name' }) });
  expect(
    rows.flatMap(({ name, phone, positionName, clicks }) => (/Tum|Paz/.test(name) ? [[name, phone, positionName, clicks]] : [])),
  ).toEqual([
    ['Carla Tum', '', 'Cajera', 0],
    ['Luis Paz', '5555-4321', '', 2],
  ]);
});
