import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import { MENU_IDS } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createUsersFixture, type UsersFixture } from '../people/testing/users-fixture.ts';

let fixture: UsersFixture;
let admin: Staff;
beforeAll(async () => {
  fixture = await createUsersFixture();
  admin = fixture.admin;
});

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('it did not fail');
  return error;
}
const role = (id: string) => fixture.roles.getRole({ actor: admin, role: id });

describe('roles', () => {
  it('have their defaults until something is stored', async () => {
    const roles = await fixture.roles.findRoles({ actor: admin });
    expect(roles.map(({ id, title, isStored, version, canEdit }) => ({ id, title, isStored, version, canEdit }))).toEqual([
      { id: 'admin', title: 'Administrador', isStored: false, version: '', canEdit: true },
      { id: 'editor', title: 'Editor', isStored: false, version: '', canEdit: true },
      { id: 'user', title: 'Reportes', isStored: false, version: '', canEdit: true },
    ]);
    expect(roles[0]?.menus).toEqual(MENU_IDS);
    expect(roles[0]?.people).toBe(1);
  });

  it('changed menus are in force at the next request of everyone with the role', async () => {
    const person = await fixture.hire({ role: 'editor' });
    expect(person.menus.has('users')).toBe(false);
    await fixture.roles.updateRoleMenus({
      actor: admin,
      role: 'editor',
      menus: ['users', 'home', 'home'],
      ifVersion: '',
      requestId: 'peticion-0001',
    });
    expect([...((await fixture.staffOf(person.id))?.menus ?? [])].sort()).toEqual(['home', 'users']);
    expect(await role('editor')).toMatchObject({ menus: ['home', 'users'], isStored: true, people: 1 });
    await fixture.roles.updateRoleMenus({ actor: admin, role: 'editor', menus: [], ifVersion: (await role('editor')).version });
    expect((await fixture.staffOf(person.id))?.menus.size).toBe(0);
    const audits = await fixture.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: 'permisos_rol/editor' }],
    });
    audits.sort((one, other) => Number(one.version - other.version));
    expect(audits.map(({ data }) => [data['action'], data['user'], data['beforeData'], data['newData'], data['requestId']])).toEqual([
      ['PERMISOS DE ROL MODIFICADOS', admin.id, null, { menus: ['home', 'users'] }, 'peticion-0001'],
      ['PERMISOS DE ROL MODIFICADOS', admin.id, { menus: ['home', 'users'] }, { menus: [] }, ''],
    ]);
  });

  it('saved over a newer version show both; saved again without a change they write nothing', async () => {
    await fixture.roles.updateRoleMenus({ actor: admin, role: 'user', menus: ['home'], ifVersion: '' });
    const { version } = await role('user');
    await fixture.roles.updateRoleMenus({ actor: admin, role: 'user', menus: ['home'], ifVersion: 'vieja' });
    expect((await role('user')).version).toBe(version);
    const error = await failure(fixture.roles.updateRoleMenus({ actor: admin, role: 'user', menus: ['home', 'customers'], ifVersion: '' }));
    expect(error).toMatchObject({ code: 'conflict', details: { stored: ['home'], submitted: { menus: ['home', 'customers'] }, version } });
  });

  it('of ten people who save at once over the same version one wins', async () => {
    const { version } = await role('user');
    const results = await Promise.allSettled(
      MENU_IDS.slice(1, 11).map((menu) =>
        fixture.roles.updateRoleMenus({ actor: admin, role: 'user', menus: ['home', menu], ifVersion: version }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it.each(['users', 'settings', 'home'])('the administrator cannot lose %s', async (menu) => {
    const error = await failure(
      fixture.roles.updateRoleMenus({ actor: admin, role: 'admin', menus: MENU_IDS.filter((id) => id !== menu), ifVersion: '' }),
    );
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', ['menus']]);
    expect((await fixture.staffOf(admin.id))?.menus.has('users')).toBe(true);
  });

  it('everything else the administrator can give away and take back', async () => {
    await fixture.roles.updateRoleMenus({ actor: admin, role: 'admin', menus: ['home', 'users', 'settings'], ifVersion: '' });
    const reduced = await fixture.staffOf(admin.id);
    if (!reduced) throw new Error('the administrator is locked out');
    const { version } = await fixture.roles.getRole({ actor: reduced, role: 'admin' });
    await fixture.roles.updateRoleMenus({ actor: reduced, role: 'admin', menus: [...MENU_IDS], ifVersion: version });
    expect((await fixture.staffOf(admin.id))?.menus.size).toBe(MENU_IDS.length);
  });

  it('a removed permission document means no menus, and saving brings the role back', async () => {
    await fixture.documents.main.update('permisos_rol/editor', { isActive: false });
    const removed = await role('editor');
    expect(removed.menus).toEqual([]);
    await fixture.roles.updateRoleMenus({ actor: admin, role: 'editor', menus: ['home'], ifVersion: removed.version });
    expect((await role('editor')).menus).toEqual(['home']);
  });

  it('unknown roles and menus are refused', async () => {
    expect((await failure(role('root'))).code).toBe('not-found');
    expect((await failure(role('../usuarios/x'))).code).toBe('not-found');
    expect((await failure(fixture.roles.updateRoleMenus({ actor: admin, role: 'root', menus: [], ifVersion: '' }))).code).toBe('not-found');
    expect(
      (await failure(fixture.roles.updateRoleMenus({ actor: admin, role: 'user', menus: ['home', 'todo'], ifVersion: '' }))).code,
    ).toBe('invalid-input');
  });
});
