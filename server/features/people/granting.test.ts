import { beforeAll, describe, expect, it } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { USER_ACTS } from './user-acts.ts';
import { USER_IMPORT } from './user-import.ts';
import { createUsersFixture, type UsersFixture } from './testing/users-fixture.ts';
import type { UserValues } from './user.ts';
import { failureOf } from '../../testing/failures.ts';

let fixture: UsersFixture;
let admin: Staff;
let count = 0;
const values = (fields: Partial<UserValues>): Partial<UserValues> => ({
  name: 'Berta Choc',
  email: `otorgada.${(count += 1)}@demo.coop`,
  ...fields,
});
const createAs = (actor: Staff, wanted: Partial<UserValues>) => fixture.users.createUser({ actor, values: values(wanted), formToken: '' });
const create = (wanted: Partial<UserValues>) => createAs(admin, wanted);
const stored = async (id: string) => (await fixture.documents.main.get(`usuarios/${id}`))?.data;
const hasAccount = async (email: string) =>
  (await fixture.sql.query('SELECT FROM identity.accounts WHERE email = $1', [email])).rowCount !== 0;
const change = (actor: Staff, id: string, wanted: Partial<UserValues>) =>
  fixture.users.updateUser({ actor, id, ifVersion: '', values: wanted });

describe('a person with «Usuarios» who is not an administrator', () => {
  let clerk: Staff;
  const role = (title: string, menus: readonly string[]) =>
    fixture.roles.createRole({ actor: admin, values: { title, menus }, copyFrom: '' });
  beforeAll(async () => {
    fixture = await createUsersFixture();
    admin = fixture.admin;
    await role('Oficina', ['home', 'users', 'agencies']);
    await role('Ventanilla', ['home', 'agencies']);
    await role('Cobros', ['home', 'quotes']);
    const { id } = await create({ role: 'oficina', briefcase_permissions: ['actas'], digitalization_permission_id: 'cajas' });
    clerk = (await fixture.staffOf(id)) ?? admin;
    await fixture.documents.digitalization.create('permisos_documentos/otros', { title: 'Otros', permissions: {} });
  });

  it('grants only roles within their own menus and the folders and permission set they hold, and is offered no others', async () => {
    const { id } = await createAs(clerk, { role: 'ventanilla', briefcase_permissions: ['actas'], digitalization_permission_id: 'cajas' });
    await change(clerk, id, { role: 'oficina', briefcase_permissions: [], digitalization_permission_id: '' });
    const choices = await fixture.users.findChoices({ actor: clerk });
    expect(choices.role.map((one) => one.id)).toEqual(['oficina', 'ventanilla']);
    expect(choices.briefcase_permissions.map((one) => one.id)).toEqual(['actas']);
    expect(choices.digitalization_permission_id.map((one) => one.id)).toEqual(['cajas']);
  });

  it('is offered no permission set that another program retired with a text', async () => {
    const set = `permisos_documentos/retirados`;
    await fixture.documents.digitalization.create(set, { title: 'Retirados', permissions: {}, isActive: 'false' });
    const { digitalization_permission_id: offered } = await fixture.users.findChoices({ actor: admin });
    expect(offered.map(({ id }) => id)).toEqual(expect.arrayContaining(['otros']));
    expect(offered.map(({ id }) => id)).not.toContain('retirados');
  });

  describe('and is limited to their own agency', () => {
    let chief: Staff;
    let reader: Staff;
    const AT_COUNTER = { role: 'mostrador', agency: 'central' };
    const WITH_SET = { role: 'oficina', agency: 'central', digitalization_permission_id: 'propios' };
    beforeAll(async () => {
      const values = { menus: ['home', 'users', 'agencies'], soloAgencia: true };
      await fixture.roles.createRole({ actor: admin, values: { ...values, title: 'Jefatura' }, copyFrom: '' });
      await fixture.roles.createRole({ actor: admin, values: { ...values, title: 'Mostrador', menus: ['home'] }, copyFrom: '' });
      await fixture.documents.digitalization.create('permisos_documentos/propios', {
        title: 'Propios',
        agencyScope: 'own',
        permissions: {},
      });
      await fixture.services.readModel.projectNow('digitalization', ['permisos_documentos/propios']);
      const staff = async (wanted: Partial<UserValues>) => (await fixture.staffOf((await create(wanted)).id)) ?? admin;
      chief = await staff({ ...AT_COUNTER, role: 'jefatura' });
      reader = await staff(WITH_SET);
    });

    it('is offered only that agency and roles that are limited too when their own role is', async () => {
      const { agency, role } = await fixture.users.findChoices({ actor: chief });
      expect([agency.map(({ id }) => id), role.map(({ id }) => id)]).toEqual([['central'], ['jefatura', 'mostrador']]);
      expect((await fixture.users.findChoices({ actor: reader })).agency.map(({ id }) => id)).toEqual(['central', 'norte']);
    });

    it.each([
      ['role', () => chief, AT_COUNTER],
      ['permission set', () => reader, WITH_SET],
    ] as const)('by their %s, creates, moves and imports nobody into another one, nor acts on its people', async (_limit, actor, own) => {
      const away = { ...own, agency: 'norte' };
      const { id } = await createAs(actor(), own);
      const { id: other } = await create(away);
      const moving = USER_ACTS.find((act) => act.id === 'change-agency');
      if (!moving) throw new Error('no act moves people');
      const asked = { agency: 'norte' };
      const held = (await moving.findHeld(fixture.services, { actor: actor(), ids: [id], asked })).get(id) ?? { name: '', value: '' };
      const row = { actor: actor(), version: '', base: null, formToken: '', isConfirmed: false };
      const tried = async (call: { id: string | null; values: Partial<UserValues> }) =>
        USER_IMPORT.check?.(fixture.services, { ...row, ...call });
      for (const work of [
        () => createAs(actor(), away),
        () => change(actor(), id, asked),
        () => moving.set(fixture.services, { actor: actor(), id, held, wanted: 'norte', asked, formToken: '' }),
        () => tried({ id: null, values: values(away) }),
        () => tried({ id, values: asked }),
      ]) {
        const refused = await failureOf(work());
        expect([refused.code, refused.fields]).toEqual(['forbidden', { agency: [expect.stringContaining('solo lo de su agencia')] }]);
      }
      for (const work of [
        () => change(actor(), other, { agency: 'central' }),
        () => fixture.users.deactivateUser({ actor: actor(), id: other }),
        () => fixture.users.closeUserSessions({ actor: actor(), id: other }),
        () => fixture.users.resetUserPassword({ actor: actor(), id: other }),
      ])
        expect((await failureOf(work())).code).toBe('forbidden');
      expect([(await stored(id))?.['agency'], (await stored(other))?.['agency']]).toEqual(['central', 'norte']);
      await fixture.users.resetUserPassword({ actor: actor(), id });
      await change(admin, id, { agency: 'norte' });
    });

    it('places people without their permission set in any agency when only that set is limited', async () => {
      const { id } = await createAs(reader, { role: 'oficina', agency: 'norte' });
      await change(reader, id, { phone: '5512-3456' });
      expect((await failureOf(change(reader, id, { digitalization_permission_id: 'propios' }))).fields).toHaveProperty('agency');
    });
  });

  it('places people in any agency when nothing limits them to one', async () => {
    const { id } = await createAs(clerk, { role: 'ventanilla', agency: 'norte', digitalization_permission_id: 'cajas' });
    await change(clerk, id, { agency: 'central' });
  });

  it.each<[string, Partial<UserValues>]>([
    ['role', { role: 'cobros' }],
    ['role', { role: 'admin' }],
    ['role', { role: 'Administrador' }],
    ['briefcase_permissions', { briefcase_permissions: ['actas', 'contratos'] }],
    ['digitalization_permission_id', { digitalization_permission_id: 'otros' }],
  ])('is refused with an error at %s when granting more than they hold: %j', async (field, wanted) => {
    const fields = { role: 'ventanilla', ...wanted };
    const made = values(fields);
    const refused = await failureOf(fixture.users.createUser({ actor: clerk, values: made, formToken: '' }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['forbidden', [field]]);
    expect(await hasAccount(made.email ?? '')).toBe(false);
    const { id } = await createAs(clerk, { role: 'ventanilla' });
    expect((await failureOf(change(clerk, id, wanted))).code).toBe('forbidden');
    expect(await stored(id)).toMatchObject({
      role: 'ventanilla',
      briefcase_permissions: { folders: [] },
      digitalization_permission_id: '',
    });
  });

  it.each<[string, Partial<UserValues>]>([
    ['a role that opens more', { role: 'cobros' }],
    ['other folders', { role: 'ventanilla', briefcase_permissions: ['contratos'] }],
    ['another permission set', { role: 'ventanilla', digitalization_permission_id: 'otros' }],
    ['the role of administrator in other letters', { role: 'admin' }],
  ])('may not edit, activate, deactivate or send a password link to a person with %s', async (_case, has) => {
    const { id } = await create(has);
    if (has.role === 'admin') await fixture.documents.main.update(`usuarios/${id}`, { role: 'ADMINISTRADOR' });
    const before = await stored(id);
    for (const work of [
      () => change(clerk, id, { name: 'Otra' }),
      () => change(clerk, id, { role: 'ventanilla', briefcase_permissions: [], digitalization_permission_id: '' }),
      () => fixture.users.deactivateUser({ actor: clerk, id }),
      () => fixture.users.activateUser({ actor: clerk, id }),
      () => fixture.users.resetUserPassword({ actor: clerk, id }),
    ])
      expect((await failureOf(work())).code).toBe('forbidden');
    expect(await stored(id)).toEqual(before);
    expect((await fixture.users.getUser({ actor: clerk, id })).can).toEqual({
      editPermissions: false,
      activate: false,
      deactivate: false,
      resetPassword: false,
    });
    await fixture.users.deactivateUser({ actor: admin, id });
  });

  it('may not move anyone to an agency that gives a folder they lack, nor act on people who have it that way', async () => {
    const { id } = await createAs(clerk, { role: 'ventanilla' });
    await fixture.documents.main.create('maletin_accesos/contratos', { roles: [], agencias: ['norte'], departamentos: [] });
    const refused = await failureOf(change(clerk, id, { agency: 'norte' }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['forbidden', ['briefcase_permissions']]);
    expect((await failureOf(createAs(clerk, { role: 'ventanilla', agency: 'norte' }))).code).toBe('forbidden');
    expect((await failureOf(change(clerk, clerk.id, { agency: 'norte' }))).code).toBe('forbidden');
    await change(admin, id, { agency: 'norte' });
    expect((await failureOf(fixture.users.resetUserPassword({ actor: clerk, id }))).code).toBe('forbidden');
    expect(await fixture.users.getUser({ actor: admin, id })).toMatchObject({ ownFolders: [], givenFolders: [{ id: 'contratos' }] });
    await fixture.documents.main.delete('maletin_accesos/contratos');
  });

  it('may not change their own role, folders or permission set, but may save them unchanged with a new telephone', async () => {
    for (const own of [
      { role: 'ventanilla' },
      { role: 'admin' },
      { briefcase_permissions: [] },
      { briefcase_permissions: ['actas', 'contratos'] },
      { digitalization_permission_id: '' },
    ])
      expect((await failureOf(change(clerk, clerk.id, own))).code).toBe('forbidden');
    await change(clerk, clerk.id, { phone: '5512-3456', role: 'oficina', briefcase_permissions: ['actas', 'actas'] });
  });

  it('gets a conflict with the version of an undone promotion, but saves with the version read before it', async () => {
    const { id } = await createAs(clerk, { role: 'ventanilla' });
    const { version } = await fixture.users.getUser({ actor: clerk, id });
    await change(admin, id, { role: 'user' });
    const raised = (await fixture.users.getUser({ actor: admin, id })).version;
    await change(admin, id, { role: 'ventanilla' });
    for (const ifVersion of [raised, 'x'])
      expect((await failureOf(fixture.users.updateUser({ actor: clerk, id, ifVersion, values: { phone: '5512-3456' } }))).code).toBe(
        'conflict',
      );
    await fixture.users.updateUser({ actor: clerk, id, ifVersion: version, values: { phone: '5512-3456' } });
  });

  it('may no longer grant a role, nor edit people who have it, once the role opens a menu they lack', async () => {
    const { id } = await createAs(clerk, { role: 'ventanilla' });
    const { version } = await fixture.roles.getRole({ actor: admin, role: 'ventanilla' });
    await fixture.roles.updateRole({
      actor: admin,
      role: 'ventanilla',
      values: { menus: ['home', 'agencies', 'quotes'] },
      ifVersion: version,
    });
    expect((await failureOf(createAs(clerk, { role: 'ventanilla' }))).fields).toHaveProperty('role');
    expect((await failureOf(change(clerk, id, { phone: '' }))).code).toBe('forbidden');
  });
});
