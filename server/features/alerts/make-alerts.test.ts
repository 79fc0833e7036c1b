import { beforeEach, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { createLog } from '../../platform/log/log.ts';
import { alertsOfActs, type AlertSource } from '../../records/alert-source.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { makeAlerts } from './make-alerts.ts';

const { services: some, put } = await createStoresFixture();
const lines: { msg: string }[] = [];
const log = createLog({ level: 'info', process: 'test' }, { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
const services = { ...some, log };
const { sql } = services;

const entry = (id: string, action: string, targetPath: string, newData = {}) =>
  put('main', `auditoria/${id}`, {
    user: 'beto',
    userName: 'Beto Ruiz',
    at: new Date(),
    createdAt: new Date(),
    action,
    targetPath,
    newData,
  });
const alerted = async () =>
  (await sql.query<{ kind: string; path: string }>('SELECT kind, path FROM alerts ORDER BY kind, path')).rows.map(({ path }) => path);

beforeEach(async () => {
  lines.length = 0;
  await sql.query('TRUNCATE alerts, alert_sources, auditoria');
  await put('main', 'usuarios/ana', { name: 'Ana Pérez', role: 'admin', state: true });
  await entry('refused', AUDIT_ACTIONS.signInRefused, 'usuarios/beto', { attempts: 40 });
});

it('tells of everything else when one source fails, and fails at the end', async () => {
  const failing: AlertSource = { kind: 'contact', find: () => Promise.reject(new Error('timestamp out of range')) };
  const registries = { ...services.registries, alertSources: [failing, ...services.registries.alertSources] };
  await expect(makeAlerts({ ...services, registries })).rejects.toThrow('timestamp out of range');
  expect(await alerted()).toEqual(['auditoria/refused']);
  expect(lines).toMatchObject([{ msg: 'a source of alerts failed', kind: 'contact' }]);
});

it.each([
  ['whose recipients cannot be determined', 'to'],
  ['whose record cannot be opened', 'open'],
])('tells of everything else when there is an act %s, and of that once it can', async (_what, fails) => {
  let failing = 'usuarios/beto';
  const failFor = (path: string, part: string) =>
    path === failing && part === fails ? Promise.reject(new Error(part)) : Promise.resolve();
  const source = alertsOfActs({
    kind: 'contact',
    actions: [AUDIT_ACTIONS.signInRefused],
    findRecipients: async (_services, { path }) => {
      await failFor(path, 'to');
      return { to: ['ana'] };
    },
  });
  const registries = {
    ...services.registries,
    alertSources: [source],
    records: {
      ...services.registries.records,
      usuarios: {
        noun: { singular: 'persona', plural: 'personas', gender: 'f' as const },
        async open(_services: unknown, { id }: { id: string }) {
          await failFor(`usuarios/${id}`, 'open');
          return { href: `/${id}`, name: id };
        },
      },
    },
  };
  await entry('other', AUDIT_ACTIONS.signInRefused, 'usuarios/ana', { attempts: 40 });
  await expect(makeAlerts({ ...services, registries })).rejects.toThrow(fails);
  expect(await alerted()).toEqual(['usuarios/ana']);
  failing = '';
  await makeAlerts({ ...services, registries });
  expect(await alerted()).toEqual(['usuarios/ana', 'usuarios/beto']);
});

it('tells of everything else when a type keeps documents for an absurd number of years', async () => {
  await put('digitalization', 'tipos_documento/t1', { nombre: 'Acta', retencionAnios: 999_999 });
  await put('digitalization', 'documentos/d1', { documentId: 't1', userId: 'ana', createdAt: new Date(), isActive: true });
  await makeAlerts(services);
  expect(await alerted()).toEqual(['auditoria/refused']);
});

it('tells nobody of an entry of another program whose path leads to no document', async () => {
  const { packageReceived, packageSent, digitizedFileReturned, digitizedFileAssigned, noteWritten } = AUDIT_ACTIONS;
  for (const action of [packageReceived, packageSent, digitizedFileReturned, digitizedFileAssigned, noteWritten])
    for (const [at, path] of ['PACKAGES', 'PACKAGES/', 'PACKAGES/..', 'documentos/..', ''].entries())
      await entry(`${action} ${at}`.replaceAll('/', ' '), action, path, { userId: 'ana' });
  await makeAlerts(services);
  expect(await alerted()).toEqual(['auditoria/refused']);
});
