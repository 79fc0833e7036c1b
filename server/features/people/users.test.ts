import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { describeLifecycle } from '../../testing/lifecycle/lifecycle.contract.ts';
import { userEntity } from './testing/user-entity.ts';
import { createUsersFixture, PASSWORD, type UsersFixture } from './testing/users-fixture.ts';
import type { UserValues } from './user.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import { failureOf } from '../../testing/failures.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { runs } from '../../testing/run-seed.ts';
import { createPerson } from './create-user.ts';
import { createUsers } from './index.ts';
import { inviteToChoosePassword } from './invite-to-choose-password.ts';

const CONTENTION_MS = 120_000;
let count = 0;
const values = (fields: Partial<UserValues> = {}): Partial<UserValues> => ({
  name: 'Berta Choc',
  email: `berta.${(count += 1)}@demo.coop`,
  role: 'editor',
  ...fields,
});
const token = () => `formulario-de-prueba-${(count += 1)}`;

/** User administration, on whichever document store the backend stands. */
function describeUsers(open: () => Promise<UsersFixture>, { rounds }: { rounds: number }): void {
  let fixture: UsersFixture;
  let admin: Staff;
  beforeAll(async () => {
    fixture = await open();
    admin = fixture.admin;
  });
  beforeEach(() => fixture.backend.set('pass'));

  const create = async (fields: Partial<UserValues> = {}, { formToken = '' } = {}) => {
    const made = await fixture.users.createUser({ actor: admin, requestId: 'peticion-0001', values: values(fields), formToken });
    await fixture.identity.setPassword(made.id, PASSWORD);
    return made;
  };
  const mailedTo = (email: string) => fixture.mails.filter(({ to }) => to.address === email);
  const stored = async (id: string) => (await fixture.documents.main.get(`usuarios/${id}`))?.data;
  const actions = async (id: string) =>
    (
      await fixture.documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: `usuarios/${id}` }] })
    ).map(({ data }) => [data['action'], data['user']]);
  const signIn = (email: string, password = PASSWORD) => fixture.identity.signIn({ email, password, userAgent: 'prueba' });

  describe('a person', () =>
    describeLifecycle(
      {
        get sql() {
          return fixture.sql;
        },
        get documents() {
          return fixture.documents;
        },
      },
      userEntity(() => fixture),
    ));

  describe('createUser', () => {
    it('creates an account and a person who can sign in at once with their role, agency and folders', async () => {
      const email = `nueva.${(count += 1)}@demo.coop`;
      const { id, invitation } = await create({
        email: ` ${email.toUpperCase()} `,
        agency: 'central',
        department: 'creditos',
        position: 'CAJERO',
        briefcase_permissions: ['actas'],
        digitalization_permission_id: 'cajas',
      });
      expect(invitation).toEqual({ mailed: true });
      expect((await signIn(email))?.uid).toBe(id);
      expect(await fixture.staffOf(id)).toMatchObject({ id, email, role: 'editor', agencyId: 'central', folders: ['actas'] });
      expect(await stored(id)).toMatchObject({
        department: { id: 'creditos', name: 'creditos', state: true },
        position: 'cajero',
        digitalization_permission_id: 'cajas',
        clicks: 0,
        state: true,
      });
      expect((await actions(id)).sort()).toEqual([
        ['RESTABLECIMIENTO DE CONTRASEÑA ENVIADO', admin.id],
        ['USUARIO CREADO', admin.id],
      ]);
    });

    it('mails a link to choose a password and keeps its token out of the audit', async () => {
      const email = `correo.${(count += 1)}@demo.coop`;
      const { id } = await fixture.users.createUser({ actor: admin, values: values({ email }), formToken: '' });
      const [token = ''] = mailedTo(email).flatMap(({ text }) => /(?<=token=)[\w-]{43}/.exec(text) ?? []);
      const audits = await fixture.documents.main.query({ collection: 'auditoria' });
      expect(JSON.stringify(audits.map((entry) => entry.data))).not.toContain(token);
      expect(await fixture.identity.resetPassword({ token, password: PASSWORD })).toEqual({ uid: id, email });
      expect((await signIn(email))?.uid).toBe(id);
    });

    it(
      'creates one person and sends one link when the same form arrives five times at once and once more later',
      async () => {
        const [fields, formToken] = [values(), token()];
        const made = await Promise.all(Array.from({ length: 5 }, () => create(fields, { formToken })));
        made.push(await create(fields, { formToken }));
        expect(new Set(made.map(({ id }) => id)).size).toBe(1);
        expect(made.filter(({ invitation }) => invitation !== 'before').map(({ invitation }) => invitation)).toEqual([{ mailed: true }]);
        expect(mailedTo(fields.email ?? '')).toHaveLength(1);
        expect((await actions(made[0]?.id ?? '')).map(([action]) => action).sort()).toEqual([
          'RESTABLECIMIENTO DE CONTRASEÑA ENVIADO',
          'USUARIO CREADO',
        ]);
        expect((await signIn(fields.email ?? ''))?.uid).toBe(made[0]?.id);
        const refused = await failureOf(create(values(), { formToken }));
        expect([refused.code, refused.fields, refused.userMessage]).toEqual([
          'conflict',
          undefined,
          'Con este formulario ya se agregó a otra persona. Abra uno nuevo para agregar a alguien más.',
        ]);
      },
      CONTENTION_MS,
    );

    it('invites once when the same form arrives again after the process ended between storing the person and the mail', async () => {
      const [fields, formToken] = [values(), token()];
      const { uid } = await createPerson(fixture.services, { actor: admin, values: fields, formToken });
      expect(await create(fields, { formToken })).toEqual({ id: uid, invitation: { mailed: true } });
      expect(await create(fields, { formToken })).toEqual({ id: uid, invitation: 'before' });
      expect(mailedTo(fields.email ?? '')).toHaveLength(1);
    });

    it('refuses a taken address at its field, whether an account or only a person has it', async () => {
      const email = `tomado.${(count += 1)}@demo.coop`;
      await create({ email });
      expect(await failureOf(create({ email }))).toMatchObject({
        code: 'conflict',
        fields: { email: ['Ya existe una cuenta con este correo electrónico.'] },
      });
      await fixture.documents.main.create('usuarios/sin-cuenta', { name: 'Sin cuenta', email: 'sin.cuenta@demo.coop', role: 'user' });
      expect(await failureOf(create({ email: 'sin.cuenta@demo.coop' }))).toMatchObject({
        code: 'conflict',
        fields: { email: ['Ya existe una persona con este correo electrónico.'] },
      });
      expect(await signIn('sin.cuenta@demo.coop')).toBeNull();
    });

    it.each([
      ['name', { name: ' ' }],
      ['email', { email: 'nadie' }],
      ['role', { role: 'root' }],
      ['phone', { phone: '1' }],
      ['agency', { agency: 'ninguna' }],
      ['department', { department: 'ninguno' }],
      ['briefcase_permissions', { briefcase_permissions: ['ninguna'] }],
      ['digitalization_permission_id', { digitalization_permission_id: 'ninguno' }],
    ] as [string, Partial<UserValues>][])('rejects an invalid %s at its field and leaves no account behind', async (field, fields) => {
      const wanted = values(fields);
      const error = await failureOf(create(wanted));
      expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['invalid-input', [field]]);
      expect(await signIn(wanted.email ?? '')).toBeNull();
      if (field !== 'email') expect((await create({ ...values(), email: wanted.email ?? '' })).id).not.toBe('');
    });

    it.each(['refuse', 'unavailable', 'html', 'unauthorized', 'other-shape'] as const)(
      'removes the account when the backend fails to store the person (%s), and the same form works later',
      async (fault) => {
        const [wanted, formToken] = [values(), token()];
        fixture.backend.set(fault);
        await failureOf(create(wanted, { formToken }));
        expect(await signIn(wanted.email ?? '')).toBeNull();
        fixture.backend.set('pass');
        const { id } = await create(wanted, { formToken });
        expect((await signIn(wanted.email ?? ''))?.uid).toBe(id);
      },
    );

    it('keeps the account and the person when the backend stored the person and only its answer was lost', async () => {
      const wanted = values();
      fixture.backend.set(['lose']);
      const { id } = await create(wanted);
      expect((await signIn(wanted.email ?? ''))?.uid).toBe(id);
      expect(await stored(id)).toMatchObject({ email: wanted.email });
    });
  });

  describe('updateUser', () => {
    it('is in force at the next request, with an audit entry that names who did it', async () => {
      const { id } = await create();
      const { version } = await fixture.users.getUser({ actor: admin, id });
      await fixture.users.updateUser({
        actor: admin,
        id,
        ifVersion: version,
        values: {
          role: 'user',
          agency: 'norte',
          briefcase_permissions: ['contratos'],
          department: 'creditos',
          position: 'cajero',
          name: 'Berta de Choc',
        },
      });
      expect(await fixture.staffOf(id)).toMatchObject({ role: 'user', name: 'Berta de Choc', agencyId: 'norte', folders: ['contratos'] });
      expect([...((await fixture.staffOf(id))?.menus ?? [])]).toEqual(['home', 'briefcase-reports']);
      expect((await actions(id)).at(-1)).toContain(admin.id);
      const record = await fixture.users.getUser({ actor: admin, id });
      expect(record).toMatchObject({
        roleTitle: 'Reportes',
        agencyName: 'norte',
        ownFolders: [{ id: 'contratos' }],
        department: { id: 'creditos' },
        pages: {
          agency: '/locations/list-agencies/norte',
          department: '/departments/list-departments/creditos',
          folders: { contratos: '/folders/list-folders/contratos' },
        },
        account: { exists: true, disabled: false },
      });
      await fixture.users.updateUser({ actor: admin, id, ifVersion: record.version, values: { department: '' } });
      expect((await fixture.users.getUser({ actor: admin, id })).department).toBeNull();
      const actor = { id, name: 'Lucía' };
      for (const act of ['signedIn', 'passwordChanged'] as const) await recordAuditTrail(fixture.services, { act, actor });
      await recordAuditTrail(fixture.services, { act: 'signInRefused', actor, facts: { attempts: 3 } });
      await recordAuditTrail(fixture.services, { act: 'openingDenied', actor: { id: 'otro', name: 'Otto' }, about: `usuarios/${id}` });
      const { events } = await fixture.users.findUserStory({ actor: admin, id, part: null, before: '' });
      expect(events.slice(0, 4).map(({ who, did }) => [who, did])).toEqual([
        ['Otto', 'lo intentó abrir sin permiso'],
        ['', 'se rechazaron 3 entradas'],
        ['Lucía', 'cambió su contraseña'],
        ['Lucía', 'inició sesión'],
      ]);
      expect(events.slice(4).map(({ did }) => did)).toEqual([
        'quitó creditos de Departamento',
        'lo modificó',
        'le envió un enlace para su contraseña',
        'lo creó',
      ]);
    });

    it('rejects the address, the state and fields that the form does not have', async () => {
      const { id } = await create();
      for (const field of ['email', 'state', 'clicks', 'isActive']) {
        const error = await failureOf(fixture.users.updateUser({ actor: admin, id, ifVersion: '', values: { [field]: 'x' } }));
        expect(error).toMatchObject({
          code: 'invalid-input',
          fields: { '': ['El formulario trae datos que no corresponden. Vuelva a abrirlo.'] },
        });
      }
    });

    it.each(['nadie', '', '.', '..', '../agencias/central', '__x__', 'null'])('getUser finds nobody with the id %j', async (id) => {
      const error = await failureOf(fixture.users.getUser({ actor: admin, id }));
      expect(error.code).toBe('not-found');
    });
  });

  describe('who may do what', () => {
    it('lets people change their own telephone but not their role, state, folders or permission set', async () => {
      const other = await fixture.hire({ role: 'admin' });
      for (const own of [
        { role: 'user' },
        { role: 'editor' },
        { briefcase_permissions: ['actas'] },
        { digitalization_permission_id: 'cajas' },
      ]) {
        expect(await failureOf(fixture.users.updateUser({ actor: other, id: other.id, ifVersion: '', values: own }))).toMatchObject({
          code: 'forbidden',
        });
      }
      expect(await failureOf(fixture.users.deactivateUser({ actor: other, id: other.id }))).toMatchObject({ code: 'forbidden' });
      await fixture.users.updateUser({
        actor: other,
        id: other.id,
        ifVersion: '',
        values: { role: 'admin', briefcase_permissions: [], phone: '5555-7777' },
      });
      expect((await fixture.users.getUser({ actor: other, id: other.id })).can).toEqual({
        editPermissions: false,
        activate: false,
        deactivate: false,
        resetPassword: true,
      });
      await fixture.users.deactivateUser({ actor: admin, id: other.id });
    });

    it('forbids non-administrators with the menu «Usuarios» to create, change or deactivate an administrator', async () => {
      const person = await fixture.hire({ role: 'editor' });
      const clerk: Staff = { ...person, menus: new Set([...person.menus, 'users', 'briefcase-reports']) };
      const boss = await fixture.hire({ role: 'admin' });
      const { users } = fixture;
      for (const work of [
        () => users.createUser({ actor: clerk, values: values({ role: 'admin' }), formToken: '' }),
        () => users.updateUser({ actor: clerk, id: boss.id, ifVersion: '', values: { phone: '' } }),
        () => users.updateUser({ actor: clerk, id: boss.id, ifVersion: '', values: { role: 'user' } }),
        () => users.deactivateUser({ actor: clerk, id: boss.id }),
        () => users.closeUserSessions({ actor: clerk, id: boss.id }),
        () => users.updateUser({ actor: clerk, id: clerk.id, ifVersion: '', values: { role: 'admin' } }),
        () => fixture.roles.updateRole({ actor: clerk, role: 'editor', values: { menus: [...clerk.menus] }, ifVersion: '' }),
      ]) {
        expect((await failureOf(work())).code).toBe('forbidden');
      }
      const colleague = await users.createUser({ actor: clerk, values: values({ role: 'user' }), formToken: '' });
      expect(await failureOf(users.updateUser({ actor: clerk, id: colleague.id, ifVersion: '', values: { role: 'admin' } }))).toMatchObject(
        {
          code: 'forbidden',
        },
      );
      await users.updateUser({ actor: clerk, id: colleague.id, ifVersion: '', values: { role: 'editor' } });
      expect((await users.findChoices({ actor: clerk })).role.map((role) => role.id)).toEqual(['editor', 'user']);
      await users.deactivateUser({ actor: admin, id: boss.id });
    });

    it('changes a person beside an old value that the form refuses, and leaves that as it is', async () => {
      const { id } = await create();
      await fixture.documents.main.update(`usuarios/${id}`, { phone: 'llamar a Ana' });
      const { version } = await fixture.users.getUser({ actor: admin, id });
      await fixture.users.updateUser({ actor: admin, id, ifVersion: version, values: { name: 'Berta Choc', phone: 'llamar a Ana' } });
      expect(await stored(id)).toMatchObject({ name: 'Berta Choc', phone: 'llamar a Ana' });
    });

    it('reads a role and a position in other spellings; the next save keeps that of the role and stores the id of the position', async () => {
      const { id } = await create({ role: 'editor' });
      await fixture.documents.main.update(`usuarios/${id}`, { role: 'EDITÓR', position: 'CAJÉRO', department: 'Créditos' });
      const record = await fixture.users.getUser({ actor: admin, id });
      expect(record).toMatchObject({ role: 'editor', roleTitle: 'Editor', position: 'cajero', positionName: 'cajero' });
      await change(id, record);
      expect(await stored(id)).toMatchObject({ role: 'EDITÓR', position: 'cajero', phone: '5512-3456' });

      async function change(person: string, { version, role, position }: typeof record) {
        const call = { actor: admin, id: person, ifVersion: version };
        await fixture.users.updateUser({ ...call, values: { phone: '5512-3456', role, position } });
      }
    });
  });

  describe('deactivateUser and activateUser', () => {
    it('end the sessions and disable the account at once, and enable it again', async () => {
      const person = await fixture.hire();
      const session = await signIn(person.email);
      expect(await fixture.identity.verifySession(session?.sessionToken ?? '')).not.toBeNull();
      await fixture.users.deactivateUser({ actor: admin, id: person.id });
      expect(await fixture.identity.verifySession(session?.sessionToken ?? '')).toBeNull();
      expect(await fixture.staffOf(person.id)).toBeNull();
      expect(await signIn(person.email)).toBeNull();
      await fixture.users.deactivateUser({ actor: admin, id: person.id });
      expect(await fixture.users.getUser({ actor: admin, id: person.id })).toMatchObject({
        state: false,
        account: { disabled: true },
        can: { activate: true, deactivate: false, resetPassword: false },
      });

      await fixture.users.activateUser({ actor: admin, id: person.id });
      expect(await fixture.staffOf(person.id)).not.toBeNull();
      expect(await signIn(person.email)).not.toBeNull();
      expect((await actions(person.id)).map(([action]) => action).sort()).toEqual([
        'RESTABLECIMIENTO DE CONTRASEÑA ENVIADO',
        'USUARIO ACTIVADO',
        'USUARIO CREADO',
        'USUARIO DESACTIVADO',
      ]);
    });

    it('do not mix: somebody activated while they are being deactivated can sign in', async () => {
      const { identity, rateLimitStore } = fixture.services;
      const { id, email } = await fixture.hire();
      let activating: Promise<void> | undefined;
      let onWait: () => void = () => undefined;
      const waits = new Promise<void>((resolve) => (onWait = resolve));
      const users = createUsers({
        ...fixture.services,
        identity: {
          ...identity,
          async setDisabled(uid, disabled) {
            if (disabled) await Promise.race([waits, (activating = users.activateUser({ actor: admin, id }))]);
            await identity.setDisabled(uid, disabled);
          },
        },
        rateLimitStore: {
          ...rateLimitStore,
          open(options) {
            const limiter = rateLimitStore.open(options);
            const consume = (key: string) =>
              limiter.consume(key).catch((error: unknown) => {
                onWait();
                throw error;
              });
            return Object.assign(Object.create(limiter) as typeof limiter, { consume });
          },
        },
      });
      await users.deactivateUser({ actor: admin, id });
      await activating;
      expect(await stored(id)).toMatchObject({ state: true });
      expect(await signIn(email)).not.toBeNull();
    });

    it(
      'keep one administrator when two deactivate or demote each other at once',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const other = await fixture.hire({ role: 'admin' });
          const { users } = fixture;
          const pairs = [
            [admin, other],
            [other, admin],
          ] as const;
          const results = await Promise.allSettled(
            pairs.map(([actor, target]) =>
              round % 2 === 0
                ? users.deactivateUser({ actor, id: target.id })
                : users.updateUser({ actor, id: target.id, ifVersion: '', values: { role: 'user' } }),
            ),
          );
          expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
          const refused = results.find((result) => result.status === 'rejected');
          expect(refused?.reason).toMatchObject({ code: 'conflict', details: { reason: 'last-administrator' } });
          const left = await Promise.all([fixture.staffOf(admin.id), fixture.staffOf(other.id)]);
          const administrators = left.filter((staff) => staff?.role === 'admin');
          expect(administrators).toHaveLength(1);
          admin = administrators[0] ?? admin;
          expect(await fixture.identity.getAccount(admin.id)).not.toMatchObject({ disabled: true });
        }
      },
      CONTENTION_MS,
    );
  });

  describe('resetUserPassword', () => {
    it('sends the e-mail, and creates the account of a person whom another system stored without one', async () => {
      const person = await fixture.hire();
      await fixture.users.resetUserPassword({ actor: admin, id: person.id });
      expect(mailedTo(person.email)).toHaveLength(2);
      expect((await actions(person.id)).map(([action]) => action)).toContain('RESTABLECIMIENTO DE CONTRASEÑA ENVIADO');
      const id = `externa-${(count += 1)}`;
      await fixture.documents.main.create(`usuarios/${id}`, { name: 'Externa', email: `${id}@demo.coop`, role: 'user', state: true });
      await fixture.users.resetUserPassword({ actor: admin, id });
      expect(await fixture.identity.getAccount(id)).toMatchObject({ email: `${id}@demo.coop`, disabled: false });
      expect(mailedTo(`${id}@demo.coop`)).toHaveLength(1);
    });

    it('closeUserSessions needs a recent sign-in, ends every session of the person and is audited', async () => {
      const { id } = await create({ email: `abierta.${(count += 1)}@demo.coop` });
      const session = await signIn((await fixture.identity.getAccount(id))?.email ?? '');
      const late = fixture.users.closeUserSessions({ actor: { ...admin, signedInLongAgo: true }, id });
      expect(await failureOf(late)).toMatchObject({ code: 'forbidden', details: { reason: 'proof' } });
      await fixture.users.closeUserSessions({ actor: admin, id });
      expect(await fixture.identity.verifySession(session?.sessionToken ?? '')).toBeNull();
      expect(await fixture.identity.listSessions(id)).toEqual([]);
      expect(await actions(id)).toContainEqual(['SESIONES DE LA PERSONA CERRADAS', expect.objectContaining({})]);
      expect(await failureOf(fixture.users.closeUserSessions({ actor: admin, id: 'nadie' }))).toMatchObject({ code: 'not-found' });
    });

    it.each([
      ['without a mail server', false],
      ['when the mail server fails at that moment', true],
    ])('%s returns a link that works once within 24 hours, and audits that it was handed over', async (_case, canSend) => {
      const person = await fixture.hire();
      const { identity, services } = fixture;
      const mail = { ...services.mail, canSend, send: async () => Promise.reject(new Error('refused')) };
      const account = { uid: person.id, email: person.email, name: person.name };
      const invitation = await inviteToChoosePassword({ ...services, mail }, { actor: admin }, account);
      if (invitation.mailed) throw new Error('said to be sent');
      expect(invitation).toMatchObject({ mailFailed: canSend, link: { validHours: 24 } });
      const lasting = await fixture.sql.query<{ hours: number }>(
        `SELECT round(extract(epoch FROM max(expires_at) - now()) / 3600)::int AS hours FROM identity.reset_tokens WHERE uid = $1`,
        [person.id],
      );
      expect(lasting.rows[0]?.hours).toBe(24);
      const said = (await actions(person.id)).map(([action]) => action);
      expect(said).toContain('ENLACE DE CONTRASEÑA ENTREGADO A QUIEN ADMINISTRA');
      expect(said.filter((action) => action === 'RESTABLECIMIENTO DE CONTRASEÑA ENVIADO')).toHaveLength(1);
      const token = new URL(invitation.link.href).searchParams.get('token') ?? '';
      expect(await identity.resetPassword({ token, password: 'Tambor-verde-7788' })).not.toBeNull();
      expect((await signIn(person.email, 'Tambor-verde-7788'))?.uid).toBe(person.id);
      expect(await identity.resetPassword({ token, password: 'Cafetal-2026' })).toBeNull();
    });

    it('refuses the sixth e-mail to one person as too many, and any to a deactivated person', async () => {
      const person = await fixture.hire();
      for (let n = 0; n < 5; n += 1) await fixture.users.resetUserPassword({ actor: admin, id: person.id });
      expect(await failureOf(fixture.users.resetUserPassword({ actor: admin, id: person.id }))).toMatchObject({
        code: 'too-many-requests',
      });
      await fixture.users.deactivateUser({ actor: admin, id: person.id });
      expect(await failureOf(fixture.users.resetUserPassword({ actor: admin, id: person.id }))).toMatchObject({ code: 'conflict' });
    });
  });

  describe('the list', () => {
    it('finds by name, position, telephone, role, department and agency without accents, filters, and exports the same rows', async () => {
      const { id } = await create({
        name: 'Óscar Íñiguez',
        position: 'auditor',
        agency: 'norte',
        role: 'user',
        phone: '5555-4321',
        department: 'creditos',
      });
      const find = async (query: string) =>
        (await fixture.users.findUsers({ actor: admin, params: new URLSearchParams(query) })).rows.map((row) => row.id);
      for (const q of [
        'q=oscar+iniguez',
        'q=AUDITORA',
        'q=5555-4321',
        'q=Óscar+reportes',
        'q=iñiguez+créditos',
        'q=Óscar+NORTE',
        'q=oscar&role=user&agency=norte&state=true',
      ])
        expect(await find(q)).toEqual([id]);
      for (const q of ['q=oscar&role=editor', 'q=oscar&agency=central', 'q=oscar&state=false']) expect(await find(q)).toEqual([]);
      expect(await find('q=oscar&role=root&state=x&sort=password&page=abc')).toEqual([id]);
      const params = new URLSearchParams('q=oscar&agency=norte');
      const { sheet, rows } = await fixture.users.exportUsers({ actor: admin, params });
      const cells: unknown[][] = [];
      for await (const batch of rows(new AbortController().signal)) cells.push(...batch.map((row) => [...row]));
      expect(cells.map((row) => [row[0], row[2], row[3], row.at(-1)])).toEqual([['Óscar Íñiguez', 'Reportes', 'norte', id]]);
      expect(sheet.parameters).toEqual([
        ['Búsqueda', 'oscar'],
        ['Agencia', 'norte'],
      ]);
    });

    it.each(['name', 'email', 'clicks', 'createdAt'])(
      'reaches every person once and in order over all pages sorted by %s in either direction',
      async (sort) => {
        for (const dir of ['asc', 'desc']) {
          const seen: string[] = [];
          let cursor: string | null | undefined;
          do {
            const page = await fixture.users.findUsers({
              actor: { ...admin, pageSize: 10 },
              params: new URLSearchParams({ sort, dir, ...(cursor ? { cursor } : {}) }),
            });
            seen.push(...page.rows.map((row) => row.id));
            cursor = page.next?.cursor;
            expect(page.query).toMatchObject({ sort, dir });
          } while (cursor);
          const key = ['name', 'email'].includes(sort) ? `${sort} COLLATE "es-x-icu"` : `"${sort}"`;
          const { rows } = await fixture.sql.query<{ id: string }>(
            `SELECT id FROM usuarios WHERE "isActive" AND NOT source_deleted ORDER BY ${key} ${dir}, "createdAt" ${dir}, id ${dir}`,
          );
          expect(seen).toEqual(rows.map((row) => row.id));
        }
      },
    );

    it('offers roles, agencies, departments, positions, folders and permission sets to choose from', async () => {
      const choices = await fixture.users.findChoices({ actor: admin });
      expect(choices.role.map((role) => role.id)).toEqual(['admin', 'editor', 'user']);
      expect(choices).toMatchObject({
        agency: [{ id: 'central' }, { id: 'norte' }],
        department: [{ id: 'creditos' }],
        position: [
          { id: 'auditor', name: 'Auditor/a' },
          { id: 'cajero', name: 'cajero' },
        ],
        briefcase_permissions: [{ id: 'actas' }, { id: 'contratos' }],
        digitalization_permission_id: [{ id: 'cajas', name: 'Cajas' }],
      });
    });
  });
}

await describeOnStores('users', (stores) => describeUsers(() => createUsersFixture(stores), { rounds: stores.main ? 2 : runs(6) }));
