import { beforeAll, describe, expect, it } from 'vitest';
import type { User, UsersPage } from '../../../ports/rest-backend/schemas.ts';
import { describeEveryCall } from './every-call.contract.ts';
import { createApiCaller, type ApiCaller, type Answer } from './testing/api-caller.ts';
import { startApiServer, type ApiServer } from './testing/api-server.ts';
import { describeOnStores } from '../../../testing/describe-on-stores.ts';
import { runs } from '../../../testing/run-seed.ts';

/** Of a test in which writers of Firestore wait for each other. */
const CONTENTION_MS = 120_000;

/** What English messages of the schemas would begin with. */
const SPANISH = /^(?!.*\b(Too|Invalid|Expected|Unrecognized|must)\b).+/;

let count = 0;
const nextEmail = () => `persona.${(count += 1)}@demo.coop`;
const asUser = (answer: Answer) => answer.body as unknown as User;

/**
 * The calls about people, on whichever document store the server stands. `rounds`: how often two administrators demote
 * each other; Firestore lets both hold on for seconds before it gives one way.
 */
function describeUsersApi(start: () => Promise<ApiServer>, { rounds }: { rounds: number }): void {
  let api: ApiServer;
  let caller: ApiCaller;
  let admin: User;
  const call: ApiCaller['call'] = (...given) => caller.call(...given);
  const create = async (fields: Record<string, unknown> = {}): Promise<User> => {
    const answer = await call('POST', '/users', { body: { name: 'Ana Pérez', email: nextEmail(), role: 'editor', ...fields } });
    expect(answer.status).toBe(201);
    return asUser(answer);
  };
  const stored = async (id: string) => (await api.documents.main.get(`usuarios/${id}`))?.data ?? {};
  const audits = async (id: string) =>
    (await api.documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: `usuarios/${id}` }] })).map(
      (entry) => entry.data,
    );

  beforeAll(async () => {
    api = await start();
    caller = await createApiCaller(api.url);
    const { main, digitalization } = api.documents;
    await main.create('agencias/central', { nombre: 'Agencia Central', estado: true });
    await main.create('agencias/norte', { nombre: 'Agencia Norte', estado: true });
    await main.create('agencias/cerrada', { nombre: 'Cerrada', isActive: false });
    await main.create('departamentos/creditos', { nombre: 'Créditos', estado: true });
    await main.create('puestos/puesto-01', { nombre: 'Receptor(a) pagador', estado: true });
    await main.create('puestos/puesto-02', { nombre: 'Cajera', estado: true });
    await main.create('puestos/puesto-03', { nombre: 'Doble', estado: true });
    await main.create('puestos/puesto-04', { nombre: 'doble', estado: true });
    for (const id of ['actas', 'contratos']) await main.create(`maletin_carpetas/${id}`, { nombre: id, estado: true });
    await digitalization.create('permisos_documentos/cajas', { title: 'Cajas', permissions: {} });
    admin = await create({ name: 'Lucía Marroquín', role: 'admin' });
  });

  describe('POST /users', () => {
    it('stores a person with the audit entry and shows them at once in the read model', async () => {
      const user = await create({
        name: '  Ana  Pérez ',
        email: ' Ana.PEREZ@Demo.coop ',
        phone: '5555-1234',
        agency: 'central',
        briefcase_permissions: { folders: ['actas', 'actas'] },
        digitalization_permission_id: 'cajas',
        department: { id: 'creditos', name: 'no cuenta' },
        position: ' CAJÉRA ',
        clicks: 0,
      });
      expect(user).toMatchObject({
        name: 'Ana  Pérez',
        email: 'ana.perez@demo.coop',
        phone: '5555-1234',
        agency: 'central',
        state: true,
        clicks: 0,
        briefcase_permissions: { folders: ['actas'] },
        digitalization_permission_id: 'cajas',
        department: { id: 'creditos', name: 'Créditos', state: true },
        position: 'puesto-02',
      });
      expect(await stored(user.id)).toMatchObject({
        id: user.id,
        email: 'ana.perez@demo.coop',
        department: { id: 'creditos', name: 'Créditos', state: true },
        isActive: true,
      });
      expect(await audits(user.id)).toMatchObject([{ action: 'USUARIO CREADO', user: 'api', channel: 'API', beforeData: null }]);
      const { rows } = await api.sql.query<{ name: string; position: string }>('SELECT name, position FROM usuarios WHERE id = $1', [
        user.id,
      ]);
      expect(rows).toEqual([{ name: 'Ana  Pérez', position: 'puesto-02' }]);
    });

    it('creates one person when a body is repeated with the same id or Idempotency-Key', async () => {
      const byId = { id: 'misma-persona', name: 'Una', email: nextEmail(), role: 'user' };
      expect((await call('POST', '/users', { body: byId })).status).toBe(201);
      const again = await call('POST', '/users', { body: byId });
      expect([again.status, asUser(again).id]).toEqual([200, 'misma-persona']);
      expect((await call('POST', '/users', { body: { ...byId, name: 'Otra' } })).status).toBe(409);
      expect(await audits('misma-persona')).toHaveLength(1);

      const byKey = { name: 'Dos', email: nextEmail(), role: 'user' };
      const headers = { 'idempotency-key': 'envio-0001' };
      const [first, second] = [
        await call('POST', '/users', { body: byKey, headers }),
        await call('POST', '/users', { body: byKey, headers }),
      ];
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(asUser(second).id).toBe(asUser(first).id);
      expect((await call('POST', '/users', { body: byKey, headers: { 'idempotency-key': 'x' } })).status).toBe(400);
    });

    it(
      'stores only one of ten people with the same address sent concurrently',
      async () => {
        const email = nextEmail();
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, index) => call('POST', '/users', { body: { name: `Persona ${index}`, email, role: 'user' } })),
        );
        expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
        expect(answers.find((answer) => answer.status === 409)?.body.errors).toEqual({
          email: ['Ya existe una persona con este correo electrónico.'],
        });
      },
      CONTENTION_MS,
    );

    it.each([
      ['a missing name', { name: '' }, 'name'],
      ['a name that is no text', { name: 7 }, 'name'],
      ['a name of spaces', { name: '   ' }, 'name'],
      ['a name with control characters', { name: 'a\u0000b' }, 'name'],
      ['a very long name', { name: 'a'.repeat(121) }, 'name'],
      ['no address', { email: 'nadie' }, 'email'],
      ['two addresses', { email: ['a@demo.coop', 'b@demo.coop'] }, 'email'],
      ['an unknown role', { role: 'root' }, 'role'],
      ['no role', { role: '' }, 'role'],
      ['a role by its title', { role: 'Editor ' }, 'role'],
      ['an unknown position', { position: 'Nadie' }, 'position'],
      ['a position that two have', { position: 'Doble' }, 'position'],
      ['a short telephone', { phone: '123' }, 'phone'],
      ['an agency that does not exist', { agency: 'ninguna' }, 'agency'],
      ['a closed agency', { agency: 'cerrada' }, 'agency'],
      ['an agency that is a path', { agency: 'central/../x' }, 'agency'],
      ['a department that does not exist', { department: { id: 'ninguno' } }, 'department'],
      ['a folder that does not exist', { briefcase_permissions: { folders: ['actas', 'ninguna'] } }, 'briefcase_permissions'],
      ['folders that are no list', { briefcase_permissions: { folders: 'actas' } }, 'briefcase_permissions.folders'],
      ['a permission set that does not exist', { digitalization_permission_id: 'ninguno' }, 'digitalization_permission_id'],
      ['a state that is text', { state: 'true' }, 'state'],
      ['clicks', { clicks: 9 }, 'clicks'],
      ['an unknown field', { isActive: true }, 'isActive'],
      ['an id that is a path', { id: 'a/b' }, 'id'],
    ])('refuses %s with an error under its field', async (_title, fields, place) => {
      const answer = await call('POST', '/users', { body: { name: 'Ana', email: nextEmail(), role: 'user', ...fields } });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors ?? {})).toEqual([place]);
    });

    it.each(['', 'null', '{}'])('with the body %j answers 400 with the message of the specification', async (raw) => {
      const answer = await call('POST', '/users', { raw, headers: { 'content-type': 'application/json' } });
      expect([answer.status, answer.body.detail, answer.body.message]).toEqual([400, "Data can't be null", "Data can't be null"]);
    });
  });

  describe('PATCH /users/{id}', () => {
    it('changes only the given fields, and writes once when the same body is repeated', async () => {
      const user = await create({ agency: 'central', phone: '5555-1234' });
      const body = { agency: 'norte', briefcase_permissions: { folders: ['contratos'] }, ifVersion: user.version };
      const headers = { 'x-acting-user': admin.id, 'x-acting-request': '0f8fad5b-d9cb-469f-a165-70867728950e' };
      const first = asUser(await call('PATCH', `/users/${user.id}`, { body, headers }));
      expect(first).toMatchObject({ agency: 'norte', phone: '5555-1234', briefcase_permissions: { folders: ['contratos'] } });
      expect(first.version).not.toBe(user.version);
      const { updatedAt, ...second } = asUser(await call('PATCH', `/users/${user.id}`, { body, headers }));
      expect({ updatedAt, ...second }).toEqual(first);
      const changes = (await audits(user.id)).filter((entry) => entry['action'] === 'USUARIO MODIFICADO');
      expect(changes).toMatchObject([
        {
          user: admin.id,
          userName: 'Lucía Marroquín',
          requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
          channel: 'API',
          beforeData: { agency: 'central', briefcase_permissions: { folders: [] } },
          newData: { agency: 'norte', briefcase_permissions: { folders: ['contratos'] } },
        },
      ]);
      const { rows } = await api.sql.query<{ agency: string }>('SELECT agency FROM usuarios WHERE id = $1', [user.id]);
      expect(rows[0]?.agency).toBe('norte');
    });

    it('refuses a stale version with 409 and both versions, but ignores changed clicks', async () => {
      const user = await create();
      await api.documents.main.update(`usuarios/${user.id}`, { clicks: 41 });
      const changed = asUser(await call('PATCH', `/users/${user.id}`, { body: { phone: '5555-0000', ifVersion: user.version } }));
      expect(changed.clicks).toBe(41);
      const answer = await call('PATCH', `/users/${user.id}`, { body: { position: 'puesto-01', ifVersion: user.version } });
      expect(answer.status).toBe(409);
      expect(answer.body.details).toMatchObject({
        reason: 'changed',
        stored: { phone: '5555-0000', position: '', version: changed.version },
        submitted: { position: 'puesto-01' },
        differing: ['position'],
      });
      expect(await stored(user.id)).toMatchObject({ position: '' });
    });

    it('accepts a whole user as GET returned it, with one field changed', async () => {
      const user = await create({ agency: 'central', phone: '5555-1234' });
      await api.documents.main.update(`usuarios/${user.id}`, { clicks: 41, position: 'de otro programa\n' });
      const whole = asUser(await call('GET', `/users/${user.id}`));
      await api.documents.main.update(`usuarios/${user.id}`, { clicks: 42 });
      const changed = asUser(await call('PATCH', `/users/${user.id}`, { body: { ...whole, phone: '5555-0000' } }));
      expect(changed).toMatchObject({ ...whole, phone: '5555-0000', clicks: 42, updatedAt: changed.updatedAt, version: changed.version });
      expect((await call('PATCH', `/users/${user.id}`, { body: { ...whole, name: 'Otra' } })).status).toBe(409);
    });

    it.each([
      ['email', { email: 'otra@demo.coop' }],
      ['clicks', { clicks: 5 }],
      ['isActive', { isActive: false }],
      ['id', { id: 'x' }],
    ])('refuses %s, which cannot be changed', async (field, body) => {
      const user = await create();
      const answer = await call('PATCH', `/users/${user.id}`, { body });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('refuses a role that is unknown or retired', async () => {
      const user = await create();
      await api.documents.main.create('roles/jubilado', { title: 'Jubilado', isActive: false });
      for (const role of ['inventado', 'jubilado']) {
        const answer = await call('PATCH', `/users/${user.id}`, { body: { role } });
        expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['role']]);
      }
    });

    it('keeps invalid old references while other fields change', async () => {
      await api.documents.main.create('usuarios/antiguo', {
        name: 'Antiguo',
        email: nextEmail(),
        role: 'jefe',
        agency: 'demolida',
        briefcase_permissions: { folders: ['perdida'], otros: 1 },
        department: 'Cajas',
      });
      const answer = await call('PATCH', '/users/antiguo', { body: { phone: '5555-1111' } });
      expect(asUser(answer)).toMatchObject({ phone: '5555-1111', role: 'jefe', agency: 'demolida', department: null });
      await call('PATCH', '/users/antiguo', { body: { briefcase_permissions: { folders: ['perdida', 'actas'] } } });
      expect(await stored('antiguo')).toMatchObject({
        briefcase_permissions: { folders: ['perdida', 'actas'], otros: 1 },
        department: 'Cajas',
      });
    });

    it.each(['null', 'undefined', '%20'])(
      'with %s as the id, or without data, answers 400 with the message of the specification',
      async (id) => {
        const wrongId = await call('PATCH', `/users/${id}`, { body: { phone: '' } });
        expect([wrongId.status, wrongId.body.detail]).toEqual([400, 'Id or data null, check please']);
        const empty = await call('PATCH', `/users/${admin.id}`, { body: {} });
        expect([empty.status, empty.body.detail]).toEqual([400, 'Id or data null, check please']);
      },
    );

    it('answers 404 for a person who does not exist or is deactivated', async () => {
      for (const id of ['nadie', 'a%2Fb', '..%2Fx', '__x__'])
        expect((await call('PATCH', `/users/${id}`, { body: { phone: '' } })).status).toBe(404);
      const user = await create();
      await api.documents.main.update(`usuarios/${user.id}`, { isActive: false });
      expect((await call('GET', `/users/${user.id}`)).status).toBe(404);
    });

    it('refuses a change in the name of an unknown user', async () => {
      const user = await create();
      expect(
        (await call('PATCH', `/users/${user.id}`, { body: { phone: '5555-2222' }, headers: { 'x-acting-user': 'nadie' } })).status,
      ).toBe(400);
    });
  });

  it('audits reads once per hour, call and network, and counts wrong tokens by network', async () => {
    await api.sql.query('DELETE FROM identity.refusals');
    for (const path of ['/users', '/users?limit=1', '/users/by-agency-id/central', `/users/${admin.id}`, '/users/nadie'])
      await call('GET', path);
    for (const network of ['10.0.0.9', '2001:db8:1:2::3', '2001:db8:1:2::4'])
      await call('GET', '/users', { headers: { 'x-forwarded-for': network } });
    for (const authorization of ['', 'otra', 'y-otra']) await call('GET', '/users', { headers: { authorization } });
    const read = { collection: 'auditoria', where: [{ field: 'action', op: '==', value: 'PERSONAS LEÍDAS POR UN PROGRAMA' }] } as const;
    const entries = (await api.documents.main.query(read)).map(({ data: { user, targetPath, newData } }) => {
      const { channel, network, url } = newData as Record<string, string>;
      return [user, targetPath, channel, url, network];
    });
    expect(entries.sort()).toEqual(
      [
        ['llamadas_api/users', '/api/users', '10.0.0.9'],
        ['llamadas_api/users', '/api/users', '127.0.0.1'],
        ['llamadas_api/users', '/api/users', '2001:db8:1:2::/64'],
        ['llamadas_api/users.*', '/api/users/:id', '127.0.0.1'],
        ['llamadas_api/users.by-agency-id', '/api/users/by-agency-id', '127.0.0.1'],
      ].map(([path, url, network]) => ['api', path, 'API', url, network]),
    );
    expect((await api.sql.query('SELECT act, user_id, network, count FROM identity.refusals')).rows).toEqual([
      { act: 'programRefused', user_id: '', network: '127.0.0.1', count: 2 },
    ]);
  });

  describe('the last administrator', () => {
    it('cannot lose the role or be deactivated', async () => {
      for (const body of [{ role: 'user' }, { state: false }]) {
        const answer = await call('PATCH', `/users/${admin.id}`, { body });
        expect([answer.status, answer.body.details]).toEqual([409, { reason: 'last-administrator' }]);
      }
      expect(await stored(admin.id)).toMatchObject({ role: 'admin', state: true });
    });

    it(
      'remains when two administrators demote each other concurrently',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const other = await create({ role: 'admin' });
          const change = round % 2 === 0 ? { role: 'editor' } : { state: false };
          const answers = await Promise.all([admin, other].map((one) => call('PATCH', `/users/${one.id}`, { body: change })));
          expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
          const administrators = (
            await api.documents.main.query({ collection: 'usuarios', where: [{ field: 'role', op: '==', value: 'admin' }] })
          ).filter(({ data }) => data['state'] === true);
          expect(administrators).toHaveLength(1);
          admin = administrators[0]?.id === admin.id ? admin : other;
        }
      },
      CONTENTION_MS,
    );
  });

  describe('GET', () => {
    it('pages through everybody once, newest first, by cursor and by page number', async () => {
      const all: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await call('GET', `/users?limit=7${cursor === null ? '' : `&cursor=${cursor}`}`);
        const page = body as unknown as UsersPage;
        expect(page.users.length).toBeLessThanOrEqual(7);
        all.push(...page.users.map((user) => user.id));
        cursor = page.nextCursor;
      } while (cursor !== null);
      const { rows } = await api.sql.query<{ id: string }>(
        'SELECT id FROM usuarios WHERE "isActive" AND NOT source_deleted ORDER BY "createdAt" DESC, id DESC',
      );
      expect(all).toEqual(rows.map((row) => row.id));
      const second = (await call('GET', '/users?limit=7&page=2')).body as unknown as UsersPage;
      expect(second.users.map((user) => user.id)).toEqual(all.slice(7, 14));
      expect(second.total).toBe(all.length);
      const everybody = (await call('GET', '/users')).body as unknown as User[];
      expect(everybody.map((user) => user.id)).toEqual(all);
    });

    it('returns the people of one agency, each equal to the answer by id', async () => {
      const user = await create({ agency: 'norte', department: { id: 'creditos' } });
      const page = (await call('GET', '/users/by-agency-id/norte?limit=200')).body as unknown as UsersPage;
      expect(page.users.every((one) => one.agency === 'norte')).toBe(true);
      expect(page.users.find((one) => one.id === user.id)).toEqual(asUser(await call('GET', `/users/${user.id}`)));
      expect((await call('GET', '/users/by-agency-id/norte')).body).toEqual(page.users);
      expect((await call('GET', '/users/by-agency-id/ninguna')).body).toEqual([]);
      // A parameter that is not known changes nothing.
      expect((await call('GET', '/users/by-agency-id/norte?otro=1&otro=2')).body).toEqual(page.users);
      expect((await call('GET', '/users/by-agency-id/norte?limit=200&otro=1')).body).toEqual(page);
    });

    it.each([
      'limit=0',
      'limit=201',
      'limit=1e9',
      'limit=x',
      'page=0',
      'page=x',
      'cursor=basura',
      'cursor=',
      'limit=1&limit=2',
      `cursor=${'a'.repeat(5_000)}`,
    ])('refuses ?%s', async (query) => {
      const { status, body } = await call('GET', `/users?${query}`);
      expect(status).toBe(400);
      expect(
        Object.values(body.errors ?? {})
          .flat()
          .join(' '),
      ).toMatch(SPANISH);
    });

    it.each(
      ['null', 'undefined', '%20', 'by-agency-id/null', 'by-agency-id/%20', 'by-agency-id/', 'by-agency-id'].map((id) => `/users/${id}`),
    )('%s answers 400 with the message of the specification', async (path) => {
      const answer = await call('GET', path);
      expect([answer.status, answer.body.detail]).toEqual([400, "Id no can't be null"]);
    });
  });

  describe('PATCH /users/clicks/{sessionId}', () => {
    const flush = (userId: string, flushId: string, clicks = 5) => ({ userId, clicks, flushId: flushId.padEnd(16, '0') });

    it('adds a flush once to the person and the day, even when sent ten times concurrently', async () => {
      const user = await create();
      await api.identity.createAccount({ uid: user.id, email: user.email, password: 'Tambor-lluvia-2026!' });
      await api.identity.signIn({ email: user.email, password: 'Tambor-lluvia-2026!', userAgent: 'test' });
      const sessionId = (await api.identity.listSessions(user.id))?.[0]?.sessionId ?? '';
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call('PATCH', `/users/clicks/${sessionId}`, { body: flush(user.id, 'uno') })),
      );
      expect(answers.filter((answer) => (answer.body as unknown as { added: boolean }).added)).toHaveLength(1);
      const second = await call('PATCH', `/users/clicks/${sessionId}`, { body: flush(user.id, 'dos', 7) });
      expect(second.body).toEqual({ id: user.id, clicks: 12, added: true });
      const { rows } = await api.sql.query<{ total: number; clicks: number }>(
        'SELECT u.clicks AS total, a.clicks FROM usuarios u JOIN actividad_usuarios a ON a."userId" = u.id WHERE u.id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ total: 12, clicks: 12 }]);

      // The session says whose they are; without an id every call counts.
      for (const clicks of [13, 14])
        expect((await call('PATCH', `/users/clicks/${sessionId}`, { body: { clicks: 1 } })).body).toEqual({
          id: user.id,
          clicks,
          added: true,
        });
      expect((await call('PATCH', '/users/clicks/otra', { body: { clicks: 1 } })).status).toBe(404);

      const other = await create();
      expect((await call('PATCH', `/users/clicks/${sessionId}`, { body: flush(other.id, 'tres') })).status).toBe(404);
      expect((await call('PATCH', '/users/clicks/otra', { body: flush(user.id, 'cuatro') })).status).toBe(404);
      await api.documents.main.update(`usuarios/${user.id}`, { isActive: false });
      expect((await call('PATCH', `/users/clicks/${sessionId}`, { body: flush(user.id, 'quinto') })).status).toBe(404);
      await api.documents.main.update(`usuarios/${user.id}`, { isActive: true });
      await api.identity.setDisabled(user.id, true);
      expect((await call('PATCH', `/users/clicks/${sessionId}`, { body: flush(user.id, 'cinco') })).status).toBe(404);
    });

    it.each([
      { clicks: 0 },
      { clicks: -3 },
      { clicks: 1.5 },
      { clicks: 1_001 },
      { clicks: '5' },
      { flushId: 'corto' },
      { flushId: 'x'.repeat(65) },
      { userId: '' },
      { extra: 1 },
    ])('refuses %j', async (fields) => {
      expect((await call('PATCH', '/users/clicks/s', { body: { ...flush(admin.id, 'mal'), ...fields } })).status).toBe(400);
    });

    it('answers with the message of the specification when the id or the data is missing', async () => {
      for (const [path, body] of [
        ['/users/clicks/s', {}],
        ['/users/clicks/null', flush(admin.id, 'mal')],
      ] as const) {
        expect((await call('PATCH', path, { body })).body.detail).toBe('Id or data null, check please');
      }
    });
  });

  describeEveryCall(() => caller);
}

await describeOnStores('users-api', (stores) =>
  describeUsersApi(() => startApiServer({ TRUST_PROXY: '1' }, stores), { rounds: stores.main ? 3 : runs(6) }),
);
