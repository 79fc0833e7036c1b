import { beforeEach, describe, expect, it } from 'vitest';
import { readStateNames } from '#server/domain/constants.ts';
import { can } from '#server/domain/document-permissions.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import { canOpen } from '#server/domain/permissions.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { createSql } from '#server/platform/sql/sql.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { putRoleRow, putStaffRow, type StaffRow } from '#server/testing/staff-rows.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createStaffDirectory } from './create-staff-directory.ts';
import { someServices } from '../testing/some-services.ts';

const { sql } = await createTestDatabase();
const directory = createStaffDirectory(someServices({ sql, liveSettings: unchangedSettings() }));
const load = (uid = 'ana') => directory.loadStaff({ uid, sessionId: 'sesion-1' });
const put = (row: Omit<StaffRow, 'id'> = {}) => putStaffRow(sql, { id: 'ana', ...row });

beforeEach(async () => {
  await sql.query(
    'TRUNCATE usuarios, maletin_accesos, roles, permisos_rol, permisos_documentos, identity.preferences, identity.ended_access',
  );
});

describe('the signed-in person', () => {
  it('carries what the read model holds, and the session', async () => {
    await put({
      name: 'Ana Pérez',
      email: 'ana@demo.coop',
      role: 'user',
      agency: 'agencia-07',
      briefcase_permissions: { folders: ['actas', 'manuales'] },
    });
    expect(await load()).toEqual({
      id: 'ana',
      name: 'Ana Pérez',
      email: 'ana@demo.coop',
      role: 'user',
      roleTitle: 'Reportes',
      agencyId: 'agencia-07',
      menus: new Set(DEFAULT_MENUS.user),
      folders: ['actas', 'manuales'],
      permissionSetId: '',
      permissionSet: null,
      pageSize: 25,
      stateNames: readStateNames({}),
      theme: 'system',
      sessionId: 'sesion-1',
    });
  });

  it.each<[string, Omit<StaffRow, 'id'>]>([
    ['whose state is false', { state: false }],
    ['who was deactivated', { isActive: false }],
    ['whose document was deleted', { source_deleted: true }],
  ])('%s has no access from the next request on, and older sessions stay closed', async (_case, change) => {
    await put();
    expect(await load()).not.toBeNull();
    await put(change);
    expect(await load()).toBeNull();
    // Nor do sessions of before, of either provider, when the person comes back.
    await put();
    const opened = (seconds: number) =>
      directory.loadStaff({ uid: 'ana', sessionId: 'sesion-1', openedAt: new Date(Date.now() + seconds * 1_000) });
    expect(await opened(-60)).toBeNull();
    expect(await opened(60)).not.toBeNull();
  });

  it('has the mark of a finished large export until it is acknowledged', async () => {
    await put();
    const setState = (state: string) =>
      sql.query(
        `INSERT INTO exports (id, user_id, url, format, question, title, file_name, state) VALUES ('e1', 'ana', '/x', 'csv', '', 'X', 'x', $1)
         ON CONFLICT (id) DO UPDATE SET state = $1`,
        [state],
      );
    await setState('waiting');
    expect(await load()).not.toHaveProperty('hasUntoldExport');
    for (const state of ['ready', 'failed']) {
      await setState(state);
      expect(await load()).toMatchObject({ hasUntoldExport: true });
    }
    await sql.query('UPDATE exports SET told_at = now()');
    expect(await load()).not.toHaveProperty('hasUntoldExport');
  });

  it('has the current permission set at each request, and none once it is gone', async () => {
    const putSet = (set: { permissions?: unknown; scope?: string; isActive?: boolean; source_deleted?: boolean }) =>
      sql.query(
        `INSERT INTO permisos_documentos (id, title, permissions, "agencyScope", "isActive", source_deleted, "createdAt", source_version)
         VALUES ('cajas', 'Cajas', $1, $2, $3, $4, now(), 1)
         ON CONFLICT (id) DO UPDATE SET permissions = excluded.permissions, "agencyScope" = excluded."agencyScope",
           "isActive" = excluded."isActive", source_deleted = excluded.source_deleted`,
        [JSON.stringify(set.permissions ?? {}), set.scope ?? 'all', set.isActive ?? true, set.source_deleted ?? false],
      );
    const held = async () => {
      const staff = await load();
      return { id: staff?.permissionSetId, scope: staff?.permissionSet?.agencyScope, views: staff && can(staff, 'view', 'legal', 'poder') };
    };
    await put({ digitalization_permission_id: 'cajas' });
    expect(await held()).toEqual({ id: 'cajas', scope: undefined, views: false });
    await putSet({ permissions: { legal: { poder: ['view', 'fly'] }, otra: 'nada' }, scope: 'own' });
    expect(await held()).toEqual({ id: 'cajas', scope: 'own', views: true });
    await putSet({ permissions: { legal: { poder: ['print'] } } });
    expect(await held()).toEqual({ id: 'cajas', scope: 'all', views: false });
    await putSet({ permissions: { legal: { poder: ['view'] } }, isActive: false });
    expect(await held()).toEqual({ id: 'cajas', scope: undefined, views: false });
    await putSet({ permissions: { legal: { poder: ['view'] } }, source_deleted: true });
    expect(await held()).toEqual({ id: 'cajas', scope: undefined, views: false });
  });

  it('has the scope of the own agency when the role requires it, except as administrator', async () => {
    await sql.query(
      `INSERT INTO permisos_documentos (id, title, permissions, "agencyScope", "createdAt", source_version) VALUES ('s', 'S', '{}', 'all', now(), 1)`,
    );
    const scopeAs = async (role: string, soloAgencia: boolean) => {
      await put({ role, digitalization_permission_id: 's' });
      await sql.query(
        `INSERT INTO roles (id, title, value, stated_id, "soloAgencia", "createdAt", source_version) VALUES ($1, $1, $1, '', $2, now(), 1)
         ON CONFLICT (id) DO UPDATE SET "soloAgencia" = excluded."soloAgencia"`,
        [role, soloAgencia],
      );
      const staff = await load();
      return [staff?.permissionSet?.agencyScope, staff?.ownAgencyOnly];
    };
    expect(await scopeAs('caja', false)).toEqual(['all', undefined]);
    expect(await scopeAs('caja', true)).toEqual(['own', true]);
    expect(await scopeAs('admin', true)).toEqual(['all', undefined]);
  });

  it('has no access when unknown', async () => {
    expect(await load('nadie')).toBeNull();
    expect(await load('')).toBeNull();
    expect(await load(`ana' OR '1'='1`)).toBeNull();
  });
});

it('uses the portal’s current page size until a person chooses their own', async () => {
  const inForce = { ...unchangedSettings().current() };
  const changing = createStaffDirectory(someServices({ sql, liveSettings: { ...unchangedSettings(), current: () => inForce } }));
  await put();
  await changing.setPreferences('ana', { theme: 'dark' });
  inForce.pageSize = 50;
  expect(await changing.getPreferences('ana')).toEqual({ theme: 'dark', pageSize: 50, keys: 'on' });
  expect(await changing.loadStaff({ uid: 'ana', sessionId: '' })).toMatchObject({ pageSize: 50 });
  expect(await changing.setPreferences('ana', { pageSize: '10' })).toEqual({ theme: 'dark', pageSize: 10, keys: 'on' });
  expect(await changing.loadStaff({ uid: 'ana', sessionId: '' })).toMatchObject({ pageSize: 10 });
});

it('answers unavailable, not a missing person, when the database is down', async () => {
  const lost = createSql({ url: 'postgres://portal@127.0.0.1:1/portal', max: 1, application: 'test', onError: () => undefined });
  const without = createStaffDirectory(someServices({ sql: lost, liveSettings: unchangedSettings() }));
  await expect(without.loadStaff({ uid: 'ana', sessionId: '' })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(without.getPreferences('ana')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(without.setPreferences('ana', { theme: 'dark' })).rejects.toMatchObject({ code: 'unavailable' });
  await lost.end();
});

describe('menus', () => {
  it('are those of the role, and a revoked one is gone at the next request', async () => {
    await put({ role: 'editor' });
    await putRoleRow(sql, { id: 'editor', menus: ['home', 'agencies', 'briefcase-files'] });
    const before = await load();
    expect(before && canOpen(before, 'agencies')).toBe(true);
    await putRoleRow(sql, { id: 'editor', menus: ['home', 'briefcase-files'] });
    expect((await load())?.menus).toEqual(new Set(['home', 'briefcase-files']));
  });

  it('follow a changed role at the next request', async () => {
    await put({ role: 'admin' });
    expect((await load())?.menus).toEqual(new Set(MENU_IDS));
    await put({ role: 'user' });
    expect((await load())?.menus).toEqual(new Set(DEFAULT_MENUS.user));
  });

  it.each(['admin', 'editor', 'user'] as const)('are the defaults of %s while nothing is stored about the role', async (role) => {
    await put({ role });
    expect((await load())?.menus).toEqual(new Set(DEFAULT_MENUS[role]));
  });

  it('are none, not the defaults, when the stored list is empty, deactivated or deleted', async () => {
    await put({ role: 'editor' });
    for (const row of [{ menus: [] }, { menus: ['home'], isActive: false }, { menus: ['home'], source_deleted: true }]) {
      await putRoleRow(sql, { id: 'editor', ...row });
      expect((await load())?.menus).toEqual(new Set());
    }
  });

  it.each(['', 'gerente', 'constructor', '__proto__', 'Adm', 'admin editor'])('are none for the undefined role %j', async (role) => {
    await put({ role, briefcase_permissions: { folders: [] } });
    expect(await load()).toMatchObject({ menus: new Set(), folders: [] });
  });

  it.each(['Admin', ' admin', 'ADMINISTRADOR'])(
    'are those of the administrator for the role %j, whatever its letter case',
    async (role) => {
      await put({ role });
      expect(await load()).toMatchObject({ role: 'admin', roleTitle: 'Administrador', folders: 'all', menus: new Set(MENU_IDS) });
    },
  );

  it('of the administrator always include those needed to repair the configuration', async () => {
    await put({ role: 'admin' });
    await putRoleRow(sql, { id: 'admin', menus: [], isActive: false });
    expect((await load())?.menus).toEqual(
      new Set(['home', 'users', 'settings-identity', 'settings-constants', 'settings-machinery', 'audit']),
    );
  });

  it('follow the label of a role, and are none once the role is retired', async () => {
    const label = (isActive: boolean) =>
      sql.query(
        `INSERT INTO roles (id, title, value, "isActive", "createdAt", source_version) VALUES ('x1', 'Caja', 'caja', $1, now(), 1)
         ON CONFLICT (id) DO UPDATE SET "isActive" = excluded."isActive"`,
        [isActive],
      );
    await label(true);
    await put({ role: 'caja' });
    await putRoleRow(sql, { id: 'caja', menus: ['home'] });
    expect(await load()).toMatchObject({ role: 'caja', roleTitle: 'Caja', menus: new Set(['home']) });
    await label(false);
    expect(await load()).toMatchObject({ roleTitle: 'Caja', roleIsRetired: true, menus: new Set() });
  });

  it('ignore stored ids without a screen', async () => {
    await put({ role: 'user' });
    await putRoleRow(sql, { id: 'user', menus: ['home', 'inventado', ''] });
    expect((await load())?.menus).toEqual(new Set(['home']));
  });
});

describe('folders', () => {
  it('are all for the administrator, whatever is stored', async () => {
    await put({ role: 'admin', briefcase_permissions: { folders: ['actas'] } });
    expect((await load())?.folders).toBe('all');
  });

  it.each([
    [{ folders: ['actas'] }, ['actas']],
    [{ folders: ['actas', 7, null, '', { id: 'x' }] }, ['actas']],
    [{ folders: 'all' }, []],
    [{ folders: null }, []],
    [{}, []],
    [[], []],
    ['all', []],
    [null, []],
  ])('of %j are %j', async (briefcase_permissions, expected) => {
    await put({ role: 'editor', briefcase_permissions });
    expect((await load())?.folders).toEqual(expected);
  });
});

describe('folders by rule', () => {
  const give = (id: string, rule: { roles?: string[]; agencias?: string[]; departamentos?: string[] }) =>
    sql.query(
      `INSERT INTO maletin_accesos (id, roles, agencias, departamentos, "createdAt", source_version) VALUES ($1, $2, $3, $4, now(), 1)`,
      [id, rule.roles ?? [], rule.agencias ?? [], rule.departamentos ?? []],
    );

  it('are granted to everybody with the role, agency or department, in addition to their own', async () => {
    await give('de-editores', { roles: ['editor'] });
    await give('de-la-siete', { agencias: ['agencia-07'] });
    await give('de-creditos', { departamentos: ['creditos'] });
    await give('de-nadie', {});
    await put({ role: 'Editor', agency: 'agencia-01', briefcase_permissions: { folders: ['actas', 'de-editores'] } });
    expect((await load())?.folders).toEqual(['actas', 'de-editores']);
    await put({ role: 'user', agency: 'agencia-07' });
    expect((await load())?.folders).toEqual(['de-la-siete']);
    await put({ role: 'user', agency: '' });
    expect((await load())?.folders).toEqual([]);
    await sql.query(`UPDATE usuarios SET department = '{"id": "creditos"}'`);
    expect((await load())?.folders).toEqual(['de-creditos']);
    await sql.query('UPDATE maletin_accesos SET source_deleted = true');
    expect((await load())?.folders).toEqual([]);
  });
});

describe('preferences', () => {
  it('start with the defaults, keep unchanged values and apply at the next request', async () => {
    await put();
    expect(await directory.getPreferences('ana')).toEqual({ theme: 'system', pageSize: 25, keys: 'on' });
    expect(await directory.setPreferences('ana', { theme: 'dark' })).toEqual({ theme: 'dark', pageSize: 25, keys: 'on' });
    expect(await directory.setPreferences('ana', { pageSize: '100' })).toEqual({ theme: 'dark', pageSize: 100, keys: 'on' });
    expect(await directory.getPreferences('ana')).toEqual({ theme: 'dark', pageSize: 100, keys: 'on' });
    expect(await load()).toMatchObject({ theme: 'dark', pageSize: 100 });
    expect(await directory.setPreferences('ana', { keys: 'off' })).toEqual({ theme: 'dark', pageSize: 100, keys: 'off' });
    expect(await load()).toMatchObject({ keysOff: true });
    expect(await directory.setPreferences('ana', {})).toEqual({ theme: 'dark', pageSize: 100, keys: 'off' });
  });

  it.each([
    { theme: 'rosa' },
    { theme: ['dark'] },
    { pageSize: 1e9 },
    { pageSize: '26' },
    { pageSize: -10 },
    { pageSize: 'x' },
    { keys: 'sometimes' },
    { uid: 'luis' },
    null,
    'dark',
  ])('refuses %j and changes nothing', async (changes) => {
    await expect(directory.setPreferences('ana', changes)).rejects.toMatchObject({ code: 'invalid-input', status: 400 });
    expect(await directory.getPreferences('ana')).toEqual({ theme: 'system', pageSize: 25, keys: 'on' });
  });
});
