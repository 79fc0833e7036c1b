import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { loadConfig } from '../../config/config.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { createPortal } from '../../portal.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { CONSTANT_LISTS } from '../../domain/constants.ts';
import { hasAlwaysShown } from '../../domain/menu-arrangement.ts';
import { REGISTRIES } from '../../registries.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Portal } from '../../portal.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { GENERAL_SETTINGS_PATH } from '../../live-settings/general-settings.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import { JOB_TEXTS } from '../operations/job-texts.ts';

const database = await createTestDatabase();
const MEGABYTE = 1024 * 1024;
const VALUES = { nombreCooperativa: '', logo_url: '', tamanoPagina: null, horasSesion: null, subidaMaximaMb: null };
const actor = testStaff();
const filesDirectory = await mkdtemp(path.join(os.tmpdir(), 'portal-settings-'));

let portal: Portal;
let other: Portal;

/** Another process on the same database, with another environment if wanted. */
function openPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://portal.test',
    COOPERATIVE_NAME: 'Cooperativa del Servidor',
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    API_TOKEN: 'token-of-the-rest-backend',
    FACTOR_KEY: 'a-factor-key-that-is-long-enough-for-tests',
    SESSION_SECRET: 'a-secret-that-is-long-enough-for-tests',
    FILES_DIR: filesDirectory,
    ...environment,
  });
  return createPortal(config, createLog({ level: 'silent', process: 'test' }));
}

beforeAll(async () => {
  [portal, other] = await Promise.all([openPortal(), openPortal({ UPLOAD_MAX_MB: '100', SESSION_HOURS: '4' })]);
});
afterAll(async () => {
  await Promise.all([portal.close(), other.close()]);
  await rm(filesDirectory, { recursive: true, force: true });
});
beforeEach(async () => {
  await portal.documents.main.delete(GENERAL_SETTINGS_PATH).catch(() => undefined);
  for (const { id } of CONSTANT_LISTS) await portal.documents.digitalization.delete(`constantes/${id}`).catch(() => undefined);
  await Promise.all([portal.liveSettings.reload(), other.liveSettings.reload()]);
});

const version = async () => (await portal.settings.getGeneral({ actor })).version;
const save = async (values: Partial<Record<keyof typeof VALUES, string | number>>, ifVersion?: string) =>
  portal.settings.updateGeneral({ actor, requestId: 'r1', ifVersion: ifVersion ?? (await version()), values: { ...VALUES, ...values } });
const auditOf = async (store: Portal['documents']['main'], path: string) =>
  (await store.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] })).map((entry) => entry.data);

describe('general settings', () => {
  it('come from the environment while nothing is stored', async () => {
    expect(await portal.settings.getGeneral({ actor })).toMatchObject({
      version: '',
      updatedAt: null,
      effective: { cooperativeName: 'Cooperativa del Servidor', pageSize: 25, sessionHours: 12, restMinutes: 30, uploadMaxMb: 1024 },
    });
    expect(portal.liveSettings.current().cooperativeName).toBe('Cooperativa del Servidor');
  });

  it('take effect at once here and soon in other processes, within the limits of their environment', async () => {
    await save({ nombreCooperativa: '  Cooperativa   Nueva ', tamanoPagina: 50, horasSesion: 8, subidaMaximaMb: 200 });
    const inForce = ({ liveSettings }: Portal) => {
      const { cooperativeName, pageSize, sessionHours, uploadMaxBytes } = liveSettings.current();
      return { name: cooperativeName, rows: pageSize, hours: sessionHours, bytes: uploadMaxBytes };
    };
    expect(inForce(portal)).toEqual({ name: 'Cooperativa Nueva', rows: 50, hours: 8, bytes: 200 * MEGABYTE });
    await vi.waitFor(
      async () => {
        await other.liveSettings.refresh();
        expect(inForce(other)).toEqual({ name: 'Cooperativa Nueva', rows: 50, hours: 4, bytes: 100 * MEGABYTE });
      },
      { timeout: 5_000, interval: 50 },
    );
    expect((await other.settings.getGeneral({ actor })).effective).toMatchObject({ sessionHours: 4, uploadMaxMb: 100 });
  });

  it('decide how long a new session lasts', async () => {
    await portal.identity.createAccount({ email: 'sesion@demo.coop', password: 'Tambor-lluvia-2026!' });
    await save({ horasSesion: 2 });
    const session = await portal.identity.signIn({ email: 'sesion@demo.coop', password: 'Tambor-lluvia-2026!', userAgent: 'test' });
    const hours = ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.9);
    expect(hours).toBeLessThanOrEqual(2);
  });

  it('store automatic publishing, and keep it when a form lacks that field', async () => {
    expect(portal.liveSettings.stored().publicacionAutomatica).toBe(false);
    await portal.settings.updateGeneral({ actor, ifVersion: await version(), values: { ...VALUES, publicacionAutomatica: true } });
    await save({ nombreCooperativa: 'Otra' });
    expect(portal.liveSettings.stored()).toMatchObject({ nombreCooperativa: 'Otra', publicacionAutomatica: true });
    await portal.settings.updateGeneral({ actor, ifVersion: await version(), values: { ...VALUES, publicacionAutomatica: false } });
    expect(portal.liveSettings.stored().publicacionAutomatica).toBe(false);
    const wrong = portal.settings.updateGeneral({
      actor,
      ifVersion: await version(),
      values: { ...VALUES, publicacionAutomatica: 'a veces' },
    });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-input', fields: { publicacionAutomatica: [expect.any(String)] } });
  });

  it.each([
    ['tamanoPagina', 33],
    ['horasSesion', 0.5],
    ['horasSesion', 12.5],
    ['subidaMaximaMb', 1025],
    ['subidaMaximaMb', 'mucho'],
    ['nombreCooperativa', 'x'.repeat(81)],
    ['nombreCooperativa', 'Coop\u0000'],
    ['logo_url', 'https://example.com/logo.png'],
    ['logo_url', '/api/digitalization/asset?filename=no-existe.webp'],
  ])('refuse %s = %s at its field', async (field, value) => {
    await expect(save({ [field]: value })).rejects.toMatchObject({ code: 'invalid-input', fields: { [field]: [expect.any(String)] } });
    expect(await portal.documents.main.get(GENERAL_SETTINGS_PATH)).toBeNull();
  });

  it('take a logo that was uploaded as a picture', async () => {
    await portal.documents.main.set('imagenes/logo-1.webp', { contentType: 'image/webp', isActive: true });
    await save({ logo_url: 'http://portal.test/api/digitalization/asset?filename=logo-1.webp' });
    expect(portal.liveSettings.logoHref()).toBe('/logo/logo-1.webp');
  });

  it('refuse a logo whose picture another program retired with a text', async () => {
    await portal.documents.main.set('imagenes/logo-2.webp', { contentType: 'image/webp', isActive: 'false' });
    const logo = '/api/digitalization/asset?filename=logo-2.webp';
    await expect(save({ logo_url: logo })).rejects.toMatchObject({ code: 'invalid-input', fields: { logo_url: [expect.any(String)] } });
  });

  it('can be changed only in the fields the person may change, and keep the others', async () => {
    await save({ horasSesion: 8 });
    const editor = testStaff({}, ['settings-identity']);
    const change = async (values: SubmittedValues) => portal.settings.updateGeneral({ actor: editor, ifVersion: await version(), values });
    await expect(change({ ...VALUES, horasSesion: 2 })).rejects.toMatchObject({ code: 'forbidden' });
    await change({ nombreCooperativa: 'De la editora', logo_url: '', tamanoPagina: null });
    expect(portal.liveSettings.stored()).toMatchObject({ nombreCooperativa: 'De la editora', horasSesion: 8 });
    const half = testStaff({ role: 'otro', withheld: new Set(['settings-identity:change']) }, ['settings-identity', 'settings-machinery']);
    const changeHalf = async (values: SubmittedValues) =>
      portal.settings.updateGeneral({ actor: half, ifVersion: await version(), values });
    await expect(changeHalf({ nombreCooperativa: 'Otra' })).rejects.toMatchObject({ code: 'forbidden' });
    await changeHalf({ horasSesion: 4 });
    expect(portal.liveSettings.stored()).toMatchObject({ nombreCooperativa: 'De la editora', horasSesion: 4 });
  });

  it('reject a save over a newer version with the stored values, and audit each change', async () => {
    await save({ nombreCooperativa: 'Primera' });
    const seen = await version();
    await save({ nombreCooperativa: 'Segunda' }, seen);
    const stored = await version();
    await expect(save({ nombreCooperativa: 'Tercera' }, seen)).rejects.toMatchObject({
      code: 'conflict',
      details: { stored: { nombreCooperativa: 'Segunda' }, version: stored },
      userMessage: expect.stringContaining('Usted guardó otros cambios en otra ventana'),
    });
    await save({ nombreCooperativa: 'Segunda' }, seen);
    const entries = await auditOf(portal.documents.main, GENERAL_SETTINGS_PATH);
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: AUDIT_ACTIONS.settingsUpdated,
        user: actor.id,
        beforeData: { nombreCooperativa: 'Primera' },
        newData: { nombreCooperativa: 'Segunda' },
        requestId: 'r1',
      }),
    );
    expect(entries.filter((entry) => JSON.stringify(entry['newData']).includes('Tercera'))).toEqual([]);
  });

  it('keep their last values when the store does not answer', async () => {
    const broken = await openPortal();
    await save({ nombreCooperativa: 'Guardada' });
    await broken.liveSettings.refresh();
    vi.spyOn(broken.documents.main, 'get').mockRejectedValue(new Error('the store is down'));
    await broken.liveSettings.reload();
    expect(broken.liveSettings.current().cooperativeName).toBe('Guardada');
    await broken.close();
  });
});

describe('maintenance constants', () => {
  const get = (list: string) => portal.settings.getConstants({ actor, list });

  it('have defaults until they are saved, and are stored trimmed and without empty rows', async () => {
    expect((await portal.settings.findConstants({ actor })).map(({ id, items, version: seen }) => [id, items.length, seen])).toEqual([
      ['packageStatus', 4, ''],
      ['docStates', 4, ''],
      ['extensionTypes', 0, ''],
      ['fieldValidators', 0, ''],
    ]);
    const { items } = await get('docStates');
    const changed = [
      ...items.map((item) => (item.id === 'ARCHIVED' ? { ...item, value: 'En archivo' } : item)),
      { id: ' LOST ', value: ' Perdido ' },
      { id: '', value: '' },
    ];
    await portal.settings.updateConstants({ actor, list: 'docStates', ifVersion: '', items: changed });
    const stored = await portal.documents.digitalization.get('constantes/docStates');
    expect(stored?.data).toMatchObject({
      isActive: true,
      items: [
        { id: 'INDEXED', value: 'Indexado' },
        { id: 'ARCHIVED', value: 'En archivo' },
        { id: 'ASSIGNED', value: 'Asignado' },
        { id: 'RETURNED', value: 'Devuelto' },
        { id: 'LOST', value: 'Perdido' },
      ],
    });
    expect(await auditOf(portal.documents.digitalization, 'constantes/docStates')).toMatchObject([
      { action: AUDIT_ACTIONS.constantsUpdated, beforeData: null },
    ]);
  });

  it("reject an invalid row at its place in the form, and a save over another person's as a conflict", async () => {
    const { items } = await get('packageStatus');
    await expect(
      portal.settings.updateConstants({
        actor,
        list: 'packageStatus',
        ifVersion: '',
        items: [{ id: '', value: '' }, ...items, { id: 'malo', value: 'x' }],
      }),
    ).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { '5.id': [expect.stringContaining('Revise «Código». Mayúsculas')] },
    });
    await portal.settings.updateConstants({
      actor,
      list: 'packageStatus',
      ifVersion: '',
      items: [...items, { id: 'LOST', value: 'Perdido' }],
    });
    const late = portal.settings.updateConstants({
      actor: testStaff({ id: 'otra' }),
      list: 'packageStatus',
      ifVersion: '',
      items: [...items, { id: 'FOUND', value: 'Hallado' }],
    });
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      details: { stored: expect.arrayContaining([{ id: 'LOST', value: 'Perdido' }]) },
      userMessage: expect.stringContaining('Ana Pérez'),
    });
  });

  it('keep a validator that fields of document types use', async () => {
    const { digitalization } = portal.documents;
    const campo = (validador: string) => ({ clave: 'nit', etiqueta: 'NIT', tipo: 'texto', validador });
    await digitalization.set('constantes/fieldValidators', {
      items: ['nit', 'dpi', 'libre'].map((id) => ({ id, value: String.raw`^\d+$` })),
    });
    for (const nombre of ['Acta', 'Contrato', 'Pagaré', 'Poder'])
      await digitalization.set(`tipos_documento/${nombre}`, { nombre, campos: [campo('nit')] });
    await digitalization.set('tipos_documento/Borrado', { nombre: 'Borrado', campos: [campo('libre')], isActive: false });
    const { items, version } = await get('fieldValidators');
    const saveOnly = (ids: readonly string[]) =>
      portal.settings.updateConstants({
        actor,
        list: 'fieldValidators',
        ifVersion: version,
        items: items.filter(({ id }) => ids.includes(id)),
      });
    await expect(saveOnly(['dpi'])).rejects.toMatchObject({
      code: 'invalid-input',
      fields: {
        '': ['El validador «nit» se usa en los tipos de documento «Acta», «Contrato», «Pagaré» y 1 más: quítelo antes de sus campos.'],
      },
    });
    await saveOnly(['nit']);
    expect((await get('fieldValidators')).items.map(({ id }) => id)).toEqual(['nit']);
  });

  it('keep what other programs stored: numbers, members, and entries that are no items, which «Datos por revisar» names', async () => {
    const foreign: Fields[] = [
      { id: 1, value: 'Recibido', color: '#0a0' },
      { id: 'LOST', value: 7, color: '#a00' },
      { nombre: 'Sin código' },
    ];
    await portal.documents.digitalization.set('constantes/docStates', { items: foreign });
    await portal.readModel.projectNow('digitalization', ['constantes/docStates']);
    const { rows, cells } = await portal.unread.findUnreadPage({ actor, params: new URLSearchParams('coleccion=constantes') });
    expect(rows).toMatchObject([{ href: '/settings/constants/docStates' }]);
    expect(cells[0]).toContain('De la lista no se entiende una entrada.');
    const { items, version: seen } = await get('docStates');
    expect(items.slice(-2)).toEqual([
      { id: '1', value: 'Recibido' },
      { id: 'LOST', value: '7' },
    ]);
    const changed = items.map((item) => (item.id === 'LOST' ? { ...item, value: 'Perdido' } : item));
    await portal.settings.updateConstants({ actor, list: 'docStates', ifVersion: seen, items: changed });
    const stored = await portal.documents.digitalization.get('constantes/docStates');
    expect((stored?.data['items'] as unknown[]).slice(4)).toEqual([foreign[0], { ...foreign[1], value: 'Perdido' }, foreign[2]]);
    const { version: saved } = await get('docStates');
    const without = changed.filter(({ id }) => id !== '1');
    await portal.settings.updateConstants({ actor, list: 'docStates', ifVersion: saved, items: without });
    const fewer = await portal.documents.digitalization.get('constantes/docStates');
    expect((fewer?.data['items'] as unknown[]).slice(4)).toEqual([{ ...foreign[1], value: 'Perdido' }, foreign[2]]);
  });

  it('are not found for an unknown list', async () => {
    await expect(get('__proto__')).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('changes only the renamed group of the sidebar, in the document that holds it, and keeps what another program stored there', async () => {
  const { main } = portal.documents;
  const foreign: Fields = { id: 'maletin', title: 'Maletín', icon: 'work', href: '/viejo', sort: 500, roles: ['caja'] };
  const [chat, files, line] = [
    { id: 'chat', title: 'Chat', href: '/chat' },
    { id: 'briefcase-files', title: 'Papeles', href: '/papeles', icon: 'work', badge: true },
    'separador',
  ] as const;
  await main.set('menu/aZ19kd', { ...foreign, options: [chat, files, line] });
  await main.set('menu/sistema', { title: 'Sistema', icon: 'settings', sort: 300, options: [] });
  const { arrangement, version: ifVersion } = await portal.settings.getMenu({ actor });
  const rename = (id: string, title: string) =>
    arrangement.map((group) => ({
      ...group,
      entries: group.entries.map((entry) => (entry.id === id ? { ...entry, title } : entry)),
    }));
  await portal.settings.updateMenu({ actor, arrangement: rename('briefcase-files', 'Expedientes'), ifVersion });
  const documents = await main.query({ collection: 'menu' });
  expect(documents.map(({ id }) => id).sort()).toEqual(['aZ19kd', 'sistema']);
  const { options, ...rest } = documents.find(({ id }) => id === 'aZ19kd')?.data ?? {};
  expect(rest).toMatchObject(foreign);
  const list = options as unknown[];
  expect([list[0], list[2]]).toEqual([chat, line]);
  expect(list).toContainEqual({ ...files, title: 'Expedientes' });
  expect((await main.get('menu/sistema'))?.data).toEqual({ title: 'Sistema', icon: 'settings', sort: 300, options: [] });
  const read = await portal.settings.getMenu({ actor });
  expect(read.arrangement).toEqual(rename('briefcase-files', 'Expedientes'));
  await portal.settings.updateMenu({ actor, arrangement: read.arrangement.toReversed(), ifVersion: read.version });
  expect((await portal.settings.getMenu({ actor })).arrangement).toEqual(read.arrangement.toReversed());
  expect((await main.get('menu/aZ19kd'))?.data['options']).toEqual(options);
});

it('shows the entries that somebody chooses of a group that another program hid whole, although it holds Configuración', async () => {
  const { main } = portal.documents;
  const group = (await portal.settings.getMenu({ actor })).arrangement.find(hasAlwaysShown);
  const path = `menu/${group?.id}`;
  await main.set(path, { title: 'Oculto', isActive: false });
  const { arrangement, version: ifVersion } = await portal.settings.getMenu({ actor });
  const hidden = arrangement.find(({ id }) => id === group?.id)?.entries.filter(({ isShown }) => !isShown) ?? [];
  expect(hidden.length).toBeGreaterThan(1);
  const wanted = arrangement.map(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.map((entry) => (entry.id === hidden[0]?.id ? { ...entry, isShown: true } : entry)),
  }));
  await portal.settings.updateMenu({ actor, arrangement: wanted, ifVersion });
  expect((await portal.settings.getMenu({ actor })).arrangement).toEqual(wanted);
  expect((await main.get(path))?.data).toMatchObject({ isActive: true });
});

it('has a text for every kind of job', () => {
  expect(Object.keys(JOB_TEXTS).sort()).toEqual(REGISTRIES.jobs.map((definition) => definition.id).sort());
});
