import { beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { PROJECTIONS } from '../../registries.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { startApiServer } from '../../entrances/http/api/testing/api-server.ts';

const PASSWORD = 'Tambor-verde-7788';
const ANA = { email: ' Ana@Coop.gt', name: 'Ana Pérez' };
let services: Parameters<typeof createFirstAdministrator>[0];
beforeAll(async () => {
  const { sql, documents, identity } = await startApiServer();
  services = {
    documents,
    identity,
    sql,
    readModel: createReadModel({ sql, documents, log: createLog({ level: 'silent', process: 'test' }), projections: PROJECTIONS }),
  };
});

const choosePassword = ({ href }: { href: string }) =>
  services.identity.resetPassword({ token: new URL(href).searchParams.get('token') ?? '', password: PASSWORD });

it('creates an administrator who can sign in, and refuses another while one is active', async () => {
  await expect(createFirstAdministrator(services, { ...ANA, name: '' })).rejects.toMatchObject({ code: 'invalid-input' });
  const { id, email, link } = await createFirstAdministrator(services, ANA);
  expect(await choosePassword(link)).toEqual({ uid: id, email });
  expect(await services.identity.signIn({ email, password: PASSWORD, userAgent: '' })).toMatchObject({ uid: id });
  expect((await services.documents.main.get(`usuarios/${id}`))?.data).toMatchObject({
    email: 'ana@coop.gt',
    name: 'Ana Pérez',
    role: 'admin',
    state: true,
  });

  const over = (mailsResets: boolean) => createFirstAdministrator({ ...services, identity: { ...services.identity, mailsResets } }, ANA);
  await expect(over(true)).rejects.toMatchObject({ code: 'conflict' });
  const lent = await over(false);
  expect([lent.id, lent.isNew, await choosePassword(lent.link)]).toEqual([id, false, { uid: id, email }]);
  const entries = await services.documents.main.query({ collection: 'auditoria' });
  expect(entries.map(({ data }) => data['action'])).toContain('ENLACE DE CONTRASEÑA ENTREGADO A QUIEN ADMINISTRA');

  const luis = { email: 'luis@coop.gt', name: 'Luis Paz' };
  await expect(createFirstAdministrator(services, luis)).rejects.toMatchObject({ code: 'conflict' });
  await services.documents.main.update(`usuarios/${id}`, { state: false });
  await expect(createFirstAdministrator(services, ANA)).rejects.toMatchObject({ code: 'conflict' });
  expect(await createFirstAdministrator(services, luis)).toMatchObject({ email: 'luis@coop.gt' });
});

it('opens an account for an existing administrator without one, and leaves their record unchanged', async () => {
  const { main } = services.documents;
  for (const { id } of await main.query({ collection: 'usuarios' })) await main.update(`usuarios/${id}`, { state: false });
  await main.create('usuarios/heredada', { name: 'Rosa Ical', email: 'Rosa@coop.gt', role: 'admin', state: true });
  const { id, email, link } = await createFirstAdministrator(services, { email: 'rosa@coop.gt', name: 'Rosa' });
  expect(id).toBe('heredada');
  expect(await choosePassword(link)).toEqual({ uid: 'heredada', email });
  expect((await main.get('usuarios/heredada'))?.data).toMatchObject({ name: 'Rosa Ical', email: 'Rosa@coop.gt' });
  await expect(createFirstAdministrator(services, { email: 'otra@coop.gt', name: 'Otra' })).rejects.toMatchObject({ code: 'conflict' });
  await main.update('usuarios/heredada', { state: false });
});

it('leaves no account behind when the person cannot be stored', async () => {
  const broken = {
    ...services,
    documents: {
      ...services.documents,
      main: { ...services.documents.main, query: async () => [], transaction: () => Promise.reject(new Error('lost')) },
    },
  };
  await expect(createFirstAdministrator(broken, { email: 'eva@coop.gt', name: 'Eva' })).rejects.toThrow('lost');
  await expect(services.identity.createAccount({ email: 'eva@coop.gt', password: 'Clave-Nueva-1' })).resolves.toBeDefined();
});
