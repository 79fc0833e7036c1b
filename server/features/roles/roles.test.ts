import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../ports/documents/document-store.ts';
import { MENU_IDS } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createUsersFixture, type UsersFixture } from '../people/testing/users-fixture.ts';
import { failureOf } from '../../testing/failures.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';

/** Roles with their menus, on whichever document store. */
function describeRoles(open: () => Promise<UsersFixture>): void {
  let fixture: UsersFixture;
  let admin: Staff;
  beforeAll(async () => {
    fixture = await open();
    admin = fixture.admin;
  });
  const role = (id: string) => fixture.roles.getRole({ actor: admin, role: id });
  const setMenus = (id: string, menus: readonly string[], ifVersion: string, more: { requestId?: string } = {}) =>
    fixture.roles.updateRole({ actor: admin, role: id, values: { menus }, ifVersion, ...more });
  const auditsOf = async (path: string) => {
    const audits = await fixture.documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
    audits.sort((one, other) => Number(one.version - other.version));
    return audits.map(({ data }) => [data['action'], data['user'], data['beforeData'], data['newData'], data['requestId']]);
  };
  /** As another program writes, and the sync brings it. */
  const putElsewhere = async (path: string, data: Fields) => {
    await fixture.documents.main.set(path, data);
    await fixture.projectNow([path]);
  };

  describe('roles', () => {
    it('have their defaults until something is stored', async () => {
      const roles = await fixture.roles.findRoles({ actor: admin });
      expect(roles.map(({ id, title, isStored, version, can }) => ({ id, title, isStored, version, ...can }))).toEqual([
        { id: 'admin', title: 'Administrador', isStored: false, version: '', edit: true, retire: false, restore: false },
        { id: 'editor', title: 'Editor', isStored: false, version: '', edit: true, retire: true, restore: false },
        { id: 'user', title: 'Reportes', isStored: false, version: '', edit: true, retire: true, restore: false },
      ]);
      expect(roles[0]?.menus).toEqual(MENU_IDS);
      expect(roles[0]?.people).toBe(1);
    });

    it('apply changed menus at the next request of everyone with the role, and audit them', async () => {
      const person = await fixture.hire({ role: 'editor' });
      expect(person.menus.has('users')).toBe(false);
      await setMenus('editor', ['users', 'home', 'home'], '', { requestId: 'peticion-0001' });
      expect([...((await fixture.staffOf(person.id))?.menus ?? [])].sort()).toEqual(['home', 'users']);
      expect(await role('editor')).toMatchObject({ menus: ['home', 'users'], isStored: true, people: 1 });
      await setMenus('editor', [], (await role('editor')).version);
      expect((await fixture.staffOf(person.id))?.menus.size).toBe(0);
      expect(await auditsOf('permisos_rol/editor')).toEqual([
        ['PERMISOS DE ROL MODIFICADOS', admin.id, null, { menus: ['home', 'users'] }, 'peticion-0001'],
        ['PERMISOS DE ROL MODIFICADOS', admin.id, { menus: ['home', 'users'] }, { menus: [] }, ''],
      ]);
      const { events } = await fixture.roles.findRoleStory({ actor: admin, role: 'editor', part: null, before: '' });
      expect(events.map(({ who, did }) => [who, did])).toEqual([
        [admin.name, 'quitó Inicio, Sistema › Usuarios de Menús'],
        [admin.name, 'lo modificó'],
      ]);
    });

    it('raise a conflict with both versions when saved over a newer one, and write nothing when nothing changed', async () => {
      await setMenus('user', ['home'], '');
      const { version } = await role('user');
      await setMenus('user', ['home'], 'vieja');
      expect((await role('user')).version).toBe(version);
      const error = await failureOf(setMenus('user', ['home', 'customers'], ''));
      expect(error).toMatchObject({
        code: 'conflict',
        details: { stored: { menus: ['home'] }, submitted: { menus: ['home', 'customers'] }, differing: ['menus'], version },
      });
    });

    it('accept exactly one of ten concurrent saves over the same version', async () => {
      const { version } = await role('user');
      const results = await Promise.allSettled(MENU_IDS.slice(1, 11).map((menu) => setMenus('user', ['home', menu], version)));
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    });

    it.each(['users', 'settings-identity', 'settings-machinery', 'home', 'audit'])(
      'reject removing %s from the administrator',
      async (menu) => {
        const error = await failureOf(
          setMenus(
            'admin',
            MENU_IDS.filter((id) => id !== menu),
            '',
          ),
        );
        expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', ['menus']]);
        expect((await fixture.staffOf(admin.id))?.menus.has('users')).toBe(true);
      },
    );

    it('let the administrator give up every other menu and take it back', async () => {
      await setMenus('admin', ['home', 'users', 'settings', 'audit'], '');
      const reduced = await fixture.staffOf(admin.id);
      if (!reduced) throw new Error('the administrator is locked out');
      const { version } = await fixture.roles.getRole({ actor: reduced, role: 'admin' });
      await fixture.roles.updateRole({ actor: reduced, role: 'admin', values: { menus: [...MENU_IDS] }, ifVersion: version });
      expect((await fixture.staffOf(admin.id))?.menus.size).toBe(MENU_IDS.length);
    });

    it('have no menus when their permission document is deleted, and get menus again when saved', async () => {
      await fixture.documents.main.update('permisos_rol/editor', { isActive: false });
      const removed = await role('editor');
      expect(removed.menus).toEqual([]);
      await setMenus('editor', ['home'], removed.version);
      expect((await role('editor')).menus).toEqual(['home']);
    });

    it('are not found when unknown, and reject unknown menus', async () => {
      expect((await failureOf(role('root'))).code).toBe('not-found');
      expect((await failureOf(role('../usuarios/x'))).code).toBe('not-found');
      expect((await failureOf(setMenus('root', [], ''))).code).toBe('not-found');
      expect((await failureOf(setMenus('user', ['home', 'todo'], ''))).code).toBe('invalid-input');
    });
  });

  describe('a new role', () => {
    const create = ({ copyFrom = '', ...values }: { title: string; menus?: readonly string[]; copyFrom?: string }, actor = admin) =>
      fixture.roles.createRole({ actor, copyFrom, requestId: 'peticion-0002', values });

    it('opens exactly the menus it was copied with, and keeps the id made from its first title when renamed', async () => {
      const { id } = await create({ title: '  Digitalizador  ', menus: ['briefcase-files', 'home'] });
      expect(id).toBe('digitalizador');
      expect((await fixture.documents.main.get('roles/digitalizador'))?.data).toMatchObject({
        id,
        title: 'Digitalizador',
        value: id,
        isActive: true,
      });
      expect(await auditsOf('roles/digitalizador')).toEqual([
        ['ROL CREADO', admin.id, null, { id, title: 'Digitalizador', value: id }, 'peticion-0002'],
      ]);
      expect(await auditsOf('permisos_rol/digitalizador')).toEqual([
        ['PERMISOS DE ROL MODIFICADOS', admin.id, null, { menus: ['home', 'briefcase-files'] }, 'peticion-0002'],
      ]);
      const copy = await create({ title: 'Digitalizador de créditos', copyFrom: id });
      expect(await role(copy.id)).toMatchObject({
        id: 'digitalizador-de-creditos',
        menus: ['home', 'briefcase-files'],
        isStored: true,
        people: 0,
      });
      const person = await fixture.hire({ role: copy.id });
      expect([...person.menus]).toEqual(['home', 'briefcase-files']);
      expect(person.roleTitle).toBe('Digitalizador de créditos');
      const { version, title } = await role(copy.id);
      await fixture.roles.updateRole({ actor: admin, role: copy.id, values: { title: 'Archivo' }, ifVersion: version, base: { title } });
      expect(await fixture.staffOf(person.id)).toMatchObject({ role: copy.id, roleTitle: 'Archivo' });
      expect(await role(copy.id)).toMatchObject({ id: copy.id, title: 'Archivo', holders: [{ id: person.id, state: true }] });
      const { events } = await fixture.roles.findRoleStory({ actor: admin, role: copy.id, part: null, before: '' });
      expect(events.map(({ did }) => did)).toEqual(['cambió Nombre de Digitalizador de créditos a Archivo', 'lo creó']);
    });

    it('is created once when sent twice, and is rejected when its title is taken, regardless of case and accents', async () => {
      const first = await create({ title: 'Caja', menus: ['home'] });
      expect(await create({ title: 'Caja', menus: ['home'] })).toEqual(first);
      for (const title of ['Caja', ' cája', 'ADMINISTRADOR', 'admin', 'Reportes']) {
        expect(await failureOf(create({ title, menus: ['home', 'users'] }))).toMatchObject({
          code: 'invalid-input',
          fields: { title: [expect.stringContaining('Ya hay un rol')] },
        });
      }
      const { version } = await role(first.id);
      const named = fixture.roles.updateRole({ actor: admin, role: first.id, values: { title: 'Reportes' }, ifVersion: version });
      expect((await failureOf(named)).fields).toHaveProperty('title');
      const results = await Promise.allSettled(['quotes', 'customers'].map((menu) => create({ title: 'A la vez', menus: [menu] })));
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it.each([
      ['nothing', ''],
      ['a hundred thousand blanks', ' '.repeat(100_000)],
      ['61 letters', 'x'.repeat(61)],
      ['no letter', '¡¡!!'],
      ['a control character', 'a\u0000b'],
      ['accents without end', '\u0323\u0307'.repeat(117_000)],
    ])('refuses %s as its title', async (_case, title) => {
      const error = await failureOf(create({ title, menus: [] }));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', ['title']]);
    });

    it('gets the id «new-2» when titled «New», and rejects an unknown menu or source role', async () => {
      expect((await create({ title: 'New', menus: [] })).id).toBe('new-2');
      expect((await failureOf(create({ title: 'Otro', menus: ['todo'] }))).fields).toHaveProperty('menus');
      expect((await failureOf(create({ title: 'Otro', copyFrom: 'nadie' }))).fields).toHaveProperty('copyFrom');
    });

    it('can be created, changed, retired and restored only by administrators', async () => {
      const person = await fixture.hire({ role: 'editor' });
      const clerk: Staff = { ...person, menus: new Set([...person.menus, 'users']) };
      for (const work of [
        () => create({ title: 'Propio', menus: [...MENU_IDS] }, clerk),
        () => fixture.roles.updateRole({ actor: clerk, role: 'editor', values: { menus: [...MENU_IDS] }, ifVersion: '' }),
        () => fixture.roles.retireRole({ actor: clerk, role: 'user' }),
        () => fixture.roles.restoreRole({ actor: clerk, role: 'user' }),
      ])
        expect(await failureOf(work())).toMatchObject({ code: 'forbidden', permission: 'Administrador' });
      expect((await fixture.roles.getRole({ actor: clerk, role: 'editor' })).can).toEqual({ edit: false, retire: false, restore: false });
    });
  });

  describe('two people changing one role', () => {
    it('keep what only one of them changed, and get a conflict naming the other saver for the rest', async () => {
      const { id } = await fixture.roles.createRole({ actor: admin, values: { title: 'De dos', menus: ['home'] }, copyFrom: '' });
      const { version, title, menus } = await role(id);
      const call = { role: id, ifVersion: version, base: { title, menus } };
      const other = { ...admin, id: 'beto', name: 'Beto Ruiz' };
      await fixture.roles.updateRole({ ...call, actor: other, values: { title: 'De tres' } });
      expect(await fixture.roles.updateRole({ ...call, actor: admin, values: { title, menus: ['home', 'quotes'] } })).toEqual({
        savedBy: { name: 'Beto Ruiz', isActor: false },
        fields: ['title'],
      });
      expect(await role(id)).toMatchObject({ title: 'De tres', menus: ['home', 'quotes'] });
      expect(
        await failureOf(fixture.roles.updateRole({ ...call, actor: other, values: { title: 'De cuatro', menus: ['home', 'agencies'] } })),
      ).toMatchObject({
        code: 'conflict',
        details: { differing: ['title', 'menus'], savedBy: { name: admin.name, isActor: false } },
      });
      expect((await auditsOf(`permisos_rol/${id}`)).length).toBe(2);
      expect((await auditsOf(`roles/${id}`)).length).toBe(2);
    });
  });

  describe('retiring a role', () => {
    it('is refused with the names of the active people who have it, and always for the administrator role', async () => {
      const { id } = await fixture.roles.createRole({
        actor: admin,
        values: { title: 'Por retirar', menus: ['home', 'quotes'] },
        copyFrom: '',
      });
      const person = await fixture.hire({ role: id, name: 'Óscar Tzoc' });
      // Another program names the role by its title, in its own letters.
      await putElsewhere('usuarios/externa', { name: 'Rosa Ixim', email: 'rosa@demo.coop', role: 'POR RETIRAR', state: true });
      const refused = await failureOf(fixture.roles.retireRole({ actor: admin, role: id }));
      expect(refused).toMatchObject({ code: 'conflict', details: { reason: 'people', people: 2 } });
      expect(refused.userMessage).toContain('Óscar Tzoc y Rosa Ixim');
      expect(await role(id)).toMatchObject({ isActive: true, people: 2 });
      expect((await failureOf(fixture.roles.retireRole({ actor: admin, role: 'admin' }))).code).toBe('invalid-input');

      for (const holder of [person.id, 'externa'])
        await fixture.users.updateUser({ actor: admin, id: holder, ifVersion: '', values: { role: 'user' } });
      await fixture.roles.retireRole({ actor: admin, role: id });
      await fixture.roles.retireRole({ actor: admin, role: id });
      expect(await role(id)).toMatchObject({ isActive: false, can: { edit: false, retire: false, restore: true } });
      expect(
        (
          await failureOf(
            fixture.roles.updateRole({ actor: admin, role: id, values: { title: 'Otro' }, ifVersion: (await role(id)).version }),
          )
        ).code,
      ).toBe('conflict');
      const again = await failureOf(fixture.users.updateUser({ actor: admin, id: person.id, ifVersion: '', values: { role: id } }));
      expect([again.code, Object.keys(again.fields ?? {})]).toEqual(['invalid-input', ['role']]);
      expect(again.fields?.['role']?.[0]).toContain('Administrador (admin), Editor (editor), Reportes (user)');
      await fixture.roles.restoreRole({ actor: admin, role: id });
      await fixture.users.updateUser({ actor: admin, id: person.id, ifVersion: '', values: { role: id } });
      expect((await auditsOf(`roles/${id}`)).map(([action]) => action)).toEqual(['ROL CREADO', 'ROL RETIRADO', 'ROL RESTAURADO']);
    });

    it('writes the document of a default role that had none, and restoring brings the role back', async () => {
      const people = await fixture.sql.query<{ id: string }>(`SELECT id FROM usuarios WHERE role = 'user'`);
      for (const { id } of people.rows) await fixture.users.updateUser({ actor: admin, id, ifVersion: '', values: { role: 'editor' } });
      await fixture.roles.retireRole({ actor: admin, role: 'user' });
      expect((await fixture.documents.main.get('roles/user'))?.data).toMatchObject({ title: 'Reportes', value: 'user', isActive: false });
      await fixture.roles.restoreRole({ actor: admin, role: 'user' });
      expect(await role('user')).toMatchObject({ isActive: true, title: 'Reportes' });
    });

    it('never succeeds together with a concurrent assignment of the role', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { id } = await fixture.roles.createRole({
          actor: admin,
          values: { title: `A la vez ${round}`, menus: ['home'] },
          copyFrom: '',
        });
        const person = await fixture.hire({ role: 'editor' });
        const results = await Promise.allSettled([
          fixture.roles.retireRole({ actor: admin, role: id }),
          fixture.users.updateUser({ actor: admin, id: person.id, ifVersion: '', values: { role: id } }),
        ]);
        expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
      }
    });

    it('by another program leaves its people without menus, flags their role as retired and blocks activating them', async () => {
      const { id } = await fixture.roles.createRole({
        actor: admin,
        values: { title: 'Retirado fuera', menus: ['home', 'quotes'] },
        copyFrom: '',
      });
      const person = await fixture.hire({ role: id });
      await fixture.documents.main.update(`roles/${id}`, { isActive: false });
      await fixture.projectNow([`roles/${id}`]);
      expect(await fixture.staffOf(person.id)).toMatchObject({ menus: new Set(), roleIsRetired: true, roleTitle: 'Retirado fuera' });
      await fixture.users.updateUser({ actor: admin, id: person.id, ifVersion: '', values: { phone: '5512-3456', role: id } });
      await fixture.users.deactivateUser({ actor: admin, id: person.id });
      expect((await failureOf(fixture.users.activateUser({ actor: admin, id: person.id }))).fields).toHaveProperty('role');
    });
  });

  describe('roles written by other programs', () => {
    it('are read without a value, with the value of another role, by a title alone, and by permissions alone', async () => {
      await putElsewhere('roles/aZ19', { title: 'Cobros', createdAt: new Date(0) });
      await putElsewhere('permisos_rol/aZ19', { menus: ['home', 'quotes'] });
      await putElsewhere('roles/otroEditor', { title: 'Editor viejo', value: 'editor', createdAt: new Date(1_000) });
      await putElsewhere('roles/editor', { title: 'Editor', value: 'editor', createdAt: new Date(2_000) });
      const foreign = { id: 'chat-app', desde: 2021 };
      await putElsewhere('permisos_rol/gerencia', { menus: ['home', 'inventado', 'briefcase-reports', foreign] });
      const roles = await fixture.roles.findRoles({ actor: admin });
      const found = (id: string) => roles.find((one) => one.id === id);
      expect(found('aZ19')).toMatchObject({ title: 'Cobros', menus: ['home', 'quotes'] });
      expect(found('editor')).toMatchObject({ title: 'Editor' });
      expect(found('otroEditor')).toMatchObject({ title: 'Editor viejo', menus: [] });
      expect(found('gerencia')).toMatchObject({ title: 'gerencia', menus: ['home', 'briefcase-reports'] });
      await putElsewhere('usuarios/cobradora', { name: 'Inés', email: 'ines@demo.coop', role: 'cobros ', state: true });
      expect(await fixture.staffOf('cobradora')).toMatchObject({ role: 'aZ19', roleTitle: 'Cobros', menus: new Set(['home', 'quotes']) });
      const page = await fixture.users.findUsers({ actor: admin, params: new URLSearchParams('role=aZ19') });
      expect(page.rows).toMatchObject([{ id: 'cobradora' }]);
      expect(page.cells[0]).toContain('Cobros');
      const { version, menus } = await role('gerencia');
      await fixture.roles.updateRole({ actor: admin, role: 'gerencia', values: { title: 'Gerencia', menus }, ifVersion: version });
      expect((await fixture.documents.main.get('roles/gerencia'))?.data).toMatchObject({ title: 'Gerencia', value: 'gerencia' });
      expect((await role('gerencia')).menus).toEqual(['home', 'briefcase-reports']);
      await setMenus('gerencia', ['home', 'quotes'], (await role('gerencia')).version);
      expect((await fixture.documents.main.get('permisos_rol/gerencia'))?.data['menus']).toEqual(['home', 'quotes', 'inventado', foreign]);
    });
  });

  describe('withheld actions of a role', () => {
    it('apply at the next request, default to none and never apply to administrators', async () => {
      const person = await fixture.hire({ role: 'editor' });
      const withheldFrom = async (id: string) => [...((await fixture.staffOf(id))?.withheld ?? [])];
      const save = async (role: string, values: Record<string, unknown>) =>
        fixture.roles.updateRole({ actor: admin, role, values, ifVersion: (await fixture.roles.getRole({ actor: admin, role })).version });
      await save('editor', { menus: ['home', 'quotes', 'users'] });
      expect(await withheldFrom(person.id)).toEqual([]);
      await save('editor', { accionesNegadas: ['users:delete', 'quotes:export', 'agencies:change'] });
      // In the order of the menu, and of screens that it opens alone.
      expect(await withheldFrom(person.id)).toEqual(['quotes:export', 'users:delete']);
      await save('editor', { menus: ['home', 'quotes'] });
      expect(await withheldFrom(person.id)).toEqual(['quotes:export']);
      const [wider, narrower] = (await auditsOf('permisos_rol/editor')).slice(-2);
      expect([wider?.[3], narrower?.[3]]).toEqual([
        { accionesNegadas: ['quotes:export', 'users:delete'] },
        { menus: ['home', 'quotes'], accionesNegadas: ['quotes:export'] },
      ]);
      expect((await failureOf(save('editor', { accionesNegadas: ['home:export'] }))).code).toBe('invalid-input');
      const copy = await fixture.roles.createRole({ actor: admin, values: { title: 'Como editor' }, copyFrom: 'editor' });
      expect(await role(copy.id)).toMatchObject({ menus: ['home', 'quotes'], accionesNegadas: ['quotes:export'] });
      await putElsewhere('permisos_rol/admin', { menus: ['home'], accionesNegadas: ['users:change'] });
      expect(await withheldFrom(admin.id)).toEqual([]);
      await putElsewhere('permisos_rol/editor', { menus: ['home', 'quotes'], accionesNegadas: 'todo' });
      expect(await withheldFrom(person.id)).toEqual([]);
    });
  });
}

await describeOnStores('roles', (stores) => describeRoles(() => createUsersFixture(stores)));
