import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimitStore } from '#server/platform/limits/rate-limits.ts';
import { startApiServer, testConfig } from '#server/entrances/http/api/testing/api-server.ts';
import { AUDIT_ACTIONS } from '#server/domain/audit-actions.ts';
import { USERS } from '#server/features/people/user-list.ts';
import { setPersonFolder } from '#server/features/briefcase/grant-act.ts';
import { createPlainPeople } from '#server/features/people/plain-people.ts';
import { createReadModel } from '#server/read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { createRestBackend } from '#server/ports/rest-backend/create-rest-backend.ts';
import { peopleOfEitherMake } from '#server/ports/rest-backend/either-make.ts';
import { describePeople } from '#server/ports/rest-backend/people.contract.ts';
import { createReadableLog } from '#server/testing/embedded-identity.ts';
import { failureOf } from '#server/testing/failures.ts';
import { beforeNextUpdate } from '#server/testing/before-next-write.ts';
import { API_TOKEN, useTestWeb } from '../http/test-web.ts';
import { startPlainBackend, type Fault, type Manner, type PlainPerson } from './plain-backend.ts';

const { log } = createReadableLog();

describePeople('of a backend of another make', async () => {
  const [backend, other] = await Promise.all([startPlainBackend(API_TOKEN), startApiServer()]);
  const readModel = createReadModel({ ...other, log, projections: PROJECTIONS });
  const client = createRestBackend({ url: backend.url, token: API_TOKEN, log });
  afterAll(async () => {
    client.close();
    await backend.close();
  });
  return {
    ...other,
    readModel,
    people: createPlainPeople(
      { ...other, log, rateLimitStore: createRateLimitStore({ config: testConfig(), sql: other.sql, log }), readModel },
      client.plain,
    ),
  };
});

describe('a portal with a third-party backend', async () => {
  const backend = await startPlainBackend(API_TOKEN);
  afterAll(() => backend.close());
  const web = useTestWeb({ environment: { REST_BACKEND_URL: backend.url } });
  let count = 0;
  beforeEach(() => {
    backend.manner = {};
    backend.people.clear();
    backend.people.set('77', { id: '77', name: 'Ana Choc', email: 'ana.choc@demo.coop', role: 'user', state: true, clicks: 4 });
    backend.calls.length = 0;
  });
  const staff = async () => {
    const actor = await web.portal.staff.loadStaff({ uid: web.administrator.id, sessionId: 's' });
    await web.portal.documents.main.set(`usuarios/${web.administrator.id}`, {
      name: 'Ana Pérez',
      email: 'ana@prueba.coop',
      role: 'admin',
      state: true,
    });
    if (!actor) throw new Error('no administrator');
    return actor;
  };
  const create = async () =>
    web.portal.users.createUser({
      actor: await staff(),
      values: { name: 'Berta Tum', email: `berta.${(count += 1)}@demo.coop`, role: 'editor' },
      formToken: '',
    });
  const getUser = async (id: string) => web.portal.users.getUser({ actor: await staff(), id });

  it.each<Manner>([
    {},
    ...(['users', 'data', 'items', 'results'] as const).map((wrapper) => ({ wrapper, person: 'data' as const })),
    { numbersAsText: true },
    { without: ['phone', 'clicks', 'department', 'state', 'agency'] },
  ])('copies and reads people from answers in different forms: %j', async (manner) => {
    backend.manner = manner;
    await web.portal.restBackend.refreshPeople();
    const { rows } = await web.portal.users.findUsers({ actor: await staff(), params: new URLSearchParams({ q: 'choc' }) });
    expect(rows.map(({ id, name, clicks }) => [id, name, clicks])).toEqual([['77', 'Ana Choc', 4]]);
    expect(await getUser('77')).toMatchObject({ id: '77', name: 'Ana Choc', state: true });
  });

  it('does not overwrite a change that is stored while a refresh runs', async () => {
    await web.portal.restBackend.refreshPeople();
    const { main } = web.portal.documents;
    beforeNextUpdate(main, () => main.update('usuarios/77', { phone: '3333-0000' }));
    Object.assign(backend.people.get('77') ?? {}, { phone: '2222-0000' });
    await web.portal.restBackend.refreshPeople();
    expect((await main.get('usuarios/77'))?.data['phone']).toBe('3333-0000');
    await web.portal.restBackend.refreshPeople();
    expect((await main.get('usuarios/77'))?.data['phone']).toBe('2222-0000');
  });

  it('sends only the changed fields, and detects conflicts by content', async () => {
    const { version } = await getUser('77');
    const save = async (values: Readonly<Record<string, unknown>>) =>
      web.portal.users.updateUser({ actor: await staff(), id: '77', ifVersion: version, values });
    backend.calls.length = 0;
    await save({ name: 'Ana Choc', phone: '5555-1234', position: '', agency: '' });
    expect(backend.calls.filter(({ call }) => call.startsWith('PATCH'))).toEqual([
      { call: 'PATCH /users/77', body: { phone: '5555-1234' } },
    ]);
    Object.assign(backend.people.get('77') ?? {}, { name: 'Ana de Choc' });
    expect(await failureOf(save({ phone: '5555-9999' }))).toMatchObject({
      code: 'conflict',
      details: { reason: 'changed', stored: { name: 'Ana de Choc' }, differing: ['phone'] },
    });
    expect(backend.people.get('77')?.phone).toBe('5555-1234');
  });

  it.each(['by the next refresh', 'when it is sent again'])(
    'a change whose process ended before it was audited is audited %s',
    async (how) => {
      await web.portal.restBackend.refreshPeople();
      const { main } = web.portal.documents;
      const save = async () =>
        web.portal.users.updateUser({
          actor: await staff(),
          id: '77',
          ifVersion: (await getUser('77')).version,
          values: { role: 'editor' },
        });
      const transaction = main.transaction.bind(main);
      main.transaction = (work) =>
        backend.people.get('77')?.role === 'editor' ? Promise.reject(new Error('the process ended')) : transaction(work);
      await expect(save()).rejects.toThrow('the process ended');
      main.transaction = transaction;
      // Somebody may be about to audit it: until that is too late, nobody else does.
      await web.portal.restBackend.refreshPeople();
      expect((await main.get('usuarios/77'))?.data['role']).toBe('user');
      await web.portal.sql.query(`UPDATE person_changes SET sent_at = now() - interval '2 minutes'`);
      await (how === 'by the next refresh' ? web.portal.restBackend.refreshPeople() : save());
      const where = [{ field: 'targetPath', op: '==' as const, value: 'usuarios/77' }];
      const entries = await main.query({ collection: 'auditoria', where });
      const audited = {
        action: AUDIT_ACTIONS.userUpdated,
        user: web.administrator.id,
        beforeData: { role: 'user' },
        newData: { role: 'editor' },
      };
      expect(entries.map(({ data }) => data)).toContainEqual(expect.objectContaining(audited));
      expect((await web.portal.sql.query('SELECT FROM person_changes')).rows).toEqual([]);
      await main.delete('usuarios/77');
      for (const { path } of entries) await main.delete(path);
    },
  );

  it('keeps the folders of several changes at once, and one of two administrators who demote each other', async () => {
    backend.manner = { slow: 20 };
    const actor = await staff();
    await web.portal.restBackend.refreshPeople();
    const folders = ['actas', 'cartas', 'informes', 'planos'];
    for (const folder of folders) await web.portal.documents.main.set(`maletin_carpetas/${folder}`, { nombre: folder, estado: true });
    await Promise.all(
      folders.map((folderId) => setPersonFolder(web.portal, { actor, requestId: '' }, { personId: '77', folderId, opens: true })),
    );
    expect((backend.people.get('77')?.briefcase_permissions as { folders: string[] }).folders.toSorted()).toEqual(folders);
    const { main } = web.portal.documents;
    for (const id of ['78', '79'])
      backend.people.set(id, { id, name: `Jefe ${id}`, email: `jefe${id}@demo.coop`, role: 'admin', state: true });
    await web.portal.restBackend.refreshPeople();
    const others = (await main.query({ collection: 'usuarios' })).filter(
      ({ id, data }) => data['role'] === 'admin' && !['78', '79'].includes(id),
    );
    for (const { path } of others) await main.update(path, { role: 'user' });
    const demoted = await Promise.allSettled(['78', '79'].map((id) => web.portal.restBackend.updateUser(id, { role: 'user' })));
    for (const { path } of others) await main.update(path, { role: 'admin' });
    expect(demoted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(['78', '79'].map((id) => backend.people.get(id)?.role).sort()).toEqual(['admin', 'user']);
  });

  it('deactivates a person, and gives the account the id that the backend chose', async () => {
    backend.manner = { ownIds: true };
    const { id } = await create();
    expect(id).toMatch(/^u-/);
    expect((await web.portal.identity.getAccount(id))?.email).toMatch(/^berta/);
    await web.portal.users.deactivateUser({ actor: await staff(), id });
    expect(backend.people.get(id)?.state).toBe(false);
  });

  it.each([
    ['one form', ['la-misma-forma-01', 'la-misma-forma-01']],
    ['two forms', ['una-de-dos-0001', 'otra-de-dos-0001']],
  ])('creates one person from %s sent at the same moment, although the backend chooses the ids', async (_forms, tokens) => {
    backend.manner = { ownIds: true, slow: 20 };
    const values = { name: 'Berta Tum', email: `berta.${(count += 1)}@demo.coop`, role: 'editor' };
    const actor = await staff();
    const made = await Promise.allSettled(tokens.map((formToken) => web.portal.users.createUser({ actor, values, formToken })));
    const stored = [...backend.people.values()].filter(({ email }) => email === values.email);
    expect(stored).toHaveLength(1);
    expect((await web.portal.identity.getAccount(String(stored[0]?.id)))?.email).toBe(values.email);
    expect(made.map((one) => (one.status === 'fulfilled' ? one.value.id : (one.reason as { code: unknown }).code))).toContain(
      stored[0]?.id,
    );
  });

  it.each<[string, Fault]>([
    ['an answer of no JSON', { methods: ['POST'], answer: 'text', status: 201, does: true }],
    ['half an answer', { methods: ['POST'], answer: 'half', status: 201, does: true }],
    ['no answer', { methods: ['POST'], answer: 'gone', does: true }],
    ['an answer that names nobody', { methods: ['POST'], answer: 'other', status: 201, does: true }],
    ['a defect after it was done', { methods: ['POST'], status: 500, does: true }],
  ])('%s to a create that was done counts as success', async (_title, fault) => {
    await staff();
    backend.manner = { fault };
    const { id } = await create();
    expect(backend.people.get(id)?.name).toBe('Berta Tum');
    expect(backend.calls.filter(({ call }) => call === 'POST /users')).toHaveLength(1);
    expect((await web.portal.documents.main.get(`usuarios/${id}`))?.data['name']).toBe('Berta Tum');
  });

  it.each([
    [400, 'invalid-input', 'no aceptó los datos'],
    [401, 'backend-failed', 'no admite a este portal'],
    [403, 'backend-failed', 'no admite a este portal'],
    [409, 'conflict', 'ya tiene otros datos'],
    [410, 'not-found', 'fue quitado'],
    [429, 'unavailable', 'está ocupado'],
    [503, 'unavailable', 'está ocupado'],
    [500, 'backend-failed', 'respondió con un error'],
  ])('status %i of a write stores nothing, and tells the person why', async (status, code, words) => {
    const before = backend.people.size;
    backend.manner = { fault: { methods: ['POST'], status, headers: { 'retry-after': '7' } } };
    const error = await failureOf(create());
    expect([error.code, error.userMessage]).toEqual([code, expect.stringContaining(words)]);
    expect(error.retryAfterSeconds).toBe(code === 'unavailable' ? 7 : undefined);
    expect(error.userMessage).not.toContain('Internal');
    expect(backend.people.size).toBe(before);
    expect(
      await web.portal.documents.main.query({
        collection: 'usuarios',
        where: [{ field: 'email', op: '==', value: `berta.${count}@demo.coop` }],
      }),
    ).toEqual([]);
  });

  it('counts clicks although the answer does not mention them, and a repeated flush only once', async () => {
    const actor = await staff();
    const { sessionId } = (await web.portal.identity.listSessions(actor.id))?.[0] ?? { sessionId: '' };
    backend.clicks.length = 0;
    for (let n = 0; n < 2; n += 1)
      await web.portal.clicks.addClicks({ actor: { ...actor, sessionId }, count: 3, flushId: 'envio-de-prueba-01' });
    expect(backend.clicks).toMatchObject([{ sessionId, body: { clicks: 3 } }]);
    expect((await web.portal.documents.main.get(`usuarios/${actor.id}`))?.data['clicks']).toBe(3);
  });

  it('stores files under unique names, serves parts of them, and finds one whose upload answer was cut off', async () => {
    const upload = (content: string) =>
      web.portal.restBackend.uploadAsset({
        body: Readable.from([Buffer.from(content)]),
        fileName: 'nota/1.txt',
        contentType: 'text/plain',
        agencyId: 'central',
      });
    const read = async (filename: string, range?: string) => {
      const opened = await web.portal.restBackend.openAsset({ filename, range });
      return [opened.status, await text(opened.body), opened.contentRange];
    };
    const [first, second] = [await upload('uno'), await upload('dos dos')];
    backend.manner = { fault: { path: '/digitalization/upload-asset', answer: 'half', status: 201, does: true } };
    const third = await upload('tres');
    backend.manner = {};
    expect([await read(first.filename), await read(second.filename, 'bytes=2-4'), await read(third.filename)]).toEqual([
      [200, 'uno', null],
      [206, 's d', 'bytes 2-4/7'],
      [200, 'tres', null],
    ]);
    expect(backend.files.size).toBe(3);
  });

  it('keeps who vanished from the backend with their page and access until they are deactivated here, alone or with others', async () => {
    backend.people.set('78', { id: '78', name: 'Blas Ixcoy', email: 'blas.ixcoy@demo.coop', role: 'user', state: true });
    const actor = await staff();
    await web.portal.restBackend.refreshPeople();
    for (const id of ['77', '78'])
      await web.portal.identity.createAccount({ uid: id, email: `a${id}@demo.coop`, password: 'una clave larga' });
    expect(await getUser('77')).toMatchObject({ can: { editPermissions: true } });
    backend.people.clear();
    const gone = await getUser('77');
    expect(gone).toMatchObject({ isGone: true, state: true, name: 'Ana Choc', can: { editPermissions: false, deactivate: true } });
    const { version: ifVersion } = gone;
    expect(await failureOf(web.portal.users.updateUser({ actor, id: '77', ifVersion, values: { role: 'editor' } }))).toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('ya no tiene a esta persona') as string,
    });
    await web.portal.users.closeUserSessions({ actor, id: '77' });
    await web.portal.users.deactivateUser({ actor, id: '77' });
    const list = { url: USERS.url, params: new URLSearchParams(), all: false, typed: {}, formToken: '' };
    const run = await web.portal.bulk.startBulk({ ...list, actor, act: 'deactivate', ids: ['78'] });
    expect(run.sentence).toBe('Se desactivó 1 usuario.');
    for (const id of ['77', '78']) {
      expect(await web.portal.staff.loadStaff({ uid: id, sessionId: '' })).toBeNull();
      expect(await web.portal.identity.getAccount(id)).toMatchObject({ disabled: true });
    }
    expect(await getUser('77')).toMatchObject({ isGone: true, state: false, can: { activate: false } });
  });

  const told = async (id: string) => {
    const entries = await web.portal.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: `usuarios/${id}` }],
    });
    return entries
      .map(({ data }) => data['action'])
      .filter((action) => action === AUDIT_ACTIONS.userGone || action === AUDIT_ACTIONS.userUnread);
  };

  it('reports an active person whom the backend no longer has, once, and nobody whom it only leaves out of its list', async () => {
    backend.people.set('79', { id: '79', name: 'Carla Tzoc', email: 'carla.tzoc@demo.coop', role: 'user', state: true });
    backend.people.set('80', { id: '80', name: 'Dora Us', email: 'dora.us@demo.coop', role: 'user', state: true });
    await web.portal.restBackend.refreshPeople();
    backend.people.delete('79');
    backend.manner = { unlisted: ['80'] };
    for (let n = 0; n < 2; n += 1) await web.portal.restBackend.refreshPeople();
    expect([await told('79'), await told('80')]).toEqual([[AUDIT_ACTIONS.userGone], []]);
    expect(await web.portal.staff.loadStaff({ uid: '79', sessionId: '' })).toMatchObject({ name: 'Carla Tzoc' });
  });

  it.each<NonNullable<Manner['missing']>>([
    { status: 200, json: null },
    { status: 200, json: {} },
    { status: 200, json: { error: 'Not found' } },
    { status: 200, json: [] },
    { status: 400, json: { message: 'Invalid id' } },
    { status: 500, json: { message: 'Internal text of the backend' } },
  ])('whom it lacks in its list and by id, answered as %j, is gone: shown, reported and deactivated here', async (missing) => {
    const id = `falta-${(count += 1)}`;
    backend.people.set(id, { id, name: 'Gil Coc', email: `${id}@demo.coop`, role: 'user', state: true });
    const actor = await staff();
    // Only some of many missing people are asked for at once.
    for (const { id: other, data } of await web.portal.documents.main.query({ collection: 'usuarios' }))
      backend.people.set(other, { ...data, id: other });
    await web.portal.restBackend.refreshPeople();
    backend.manner = { missing, unlisted: ['77'] };
    backend.people.delete(id);
    expect(await getUser(id)).toMatchObject({ isGone: true, name: 'Gil Coc' });
    expect(await getUser('77')).not.toHaveProperty('isGone');
    await web.portal.restBackend.refreshPeople();
    expect([await told(id), await told('77')]).toEqual([[AUDIT_ACTIONS.userGone], expect.not.arrayContaining([AUDIT_ACTIONS.userGone])]);
    const rename = { actor, id, ifVersion: (await getUser(id)).version, values: { name: 'Gil Coc Us' } };
    expect((await failureOf(web.portal.users.updateUser(rename))).userMessage).toContain('ya no tiene a esta persona');
    await web.portal.users.deactivateUser({ actor, id });
    expect(await getUser(id)).toMatchObject({ isGone: true, name: 'Gil Coc', state: false });
  });

  it('reads everybody although fields of one person cannot be read, which stay as they were, and reports that person', async () => {
    await web.portal.restBackend.refreshPeople();
    Object.assign(backend.people.get('77') ?? {}, { email: { wrong: true }, state: 'Inactivo', phone: '2222-0001' });
    backend.people.set('81', { id: '81', name: 'Elsa Pop', email: 'elsa.pop@demo.coop', role: 'user', state: 'activo' });
    backend.people.set('82', { id: '82', name: 'Flor Sis', email: 'flor.sis@demo.coop', role: 'user', state: ['sí'] });
    backend.people.set('83', { id: '', name: 'Nadie' });
    const { id } = await create();
    expect(backend.people.has(id)).toBe(true);
    await web.portal.restBackend.refreshPeople();
    expect(await getUser('77')).toMatchObject({ email: 'ana.choc@demo.coop', phone: '2222-0001', state: false });
    expect([(await getUser('81')).state, (await getUser('82')).state]).toEqual([true, false]);
    expect([await told('77'), await told('81')]).toEqual([[AUDIT_ACTIONS.userUnread], []]);
  });

  it.each([400, 403, 404, 422])('one that refuses unknown parameters with %i is read without any', async (refusesParameters) => {
    backend.manner = { refusesParameters };
    const fresh = createRestBackend({ url: backend.url, token: API_TOKEN, log });
    expect(await fresh.makeOf().finally(() => fresh.close())).toBe('plain');
  });

  it('copies people from a list that takes longer than a person waits', async () => {
    const id = `lenta-${(count += 1)}`;
    backend.people.set(id, { id, name: 'Iris Tot', email: `${id}@demo.coop`, role: 'user', state: true });
    backend.manner = { slow: 600 };
    const hasty = createRestBackend({ url: backend.url, token: API_TOKEN, log, timeouts: { callMs: 200 } });
    const people = peopleOfEitherMake(hasty.makeOf, hasty, createPlainPeople(web.portal, hasty.plain));
    expect((await failureOf(people.findUsers())).code).toBe('unavailable');
    await people.refreshPeople().finally(() => hasty.close());
    expect((await web.portal.documents.main.get(`usuarios/${id}`))?.data['name']).toBe('Iris Tot');
  });

  it('a ping does not wait for the list once people have been read, and the next one reports that they no longer can be', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const fresh = createRestBackend({ url: backend.url, token: API_TOKEN, log });
    await fresh.ping();
    vi.setSystemTime(Date.now() + 61_000);
    backend.manner = { fault: { path: '/users', status: 500 } };
    await fresh.ping();
    await expect.poll(() => fresh.ping().catch((error: unknown) => error)).toMatchObject({ code: 'backend-failed' });
    fresh.close();
    vi.useRealTimers();
  });

  it.each<[string, PlainPerson, string]>([
    ['a zero byte', { id: '91', name: 'Juan\u0000 Can' }, 'name'],
    ['half a surrogate pair', { id: '92', name: 'Juan \ud83d' }, 'name'],
    ['a list in a list', { id: '93', name: 'Juan Can', department: { id: 'd', areas: [[1], [2]] } }, 'department'],
    ['an empty key', { id: '94', name: 'Juan Can', department: { id: 'd', '': 1 } }, 'department'],
    ['more than a document takes', { id: '95', name: 'Juan Can', phone: '5'.repeat(1_100_000) }, 'phone'],
  ])('%s in one person stops neither the copy of others nor a creation, and is reported', async (_title, person, field) => {
    const last = `z-${person.id}`;
    backend.people.set(String(person.id), { email: `juan.${person.id}@demo.coop`, role: 'user', state: true, ...person });
    backend.people.set(last, { id: last, name: 'Zoila Pop', email: `${last}@demo.coop`, role: 'user', state: true });
    const { main } = web.portal.documents;
    const { id } = await create();
    await web.portal.restBackend.refreshPeople();
    expect([(await main.get(`usuarios/${last}`))?.data['name'], (await main.get(`usuarios/${id}`))?.data['name']]).toEqual([
      'Zoila Pop',
      'Berta Tum',
    ]);
    const copied = (await main.get(`usuarios/${person.id}`))?.data;
    expect([copied?.['email'], copied && field in copied]).toEqual([`juan.${person.id}@demo.coop`, false]);
    expect(await told(String(person.id))).toEqual([AUDIT_ACTIONS.userUnread]);
  });

  it.each([403, 500, 503])('a ping takes %i for an unknown file as an answer while people can be read', async (status) => {
    backend.manner = { fault: { path: '/digitalization/asset', status } };
    const fresh = createRestBackend({ url: backend.url, token: API_TOKEN, log });
    await fresh.ping();
    backend.manner = { fault: { path: '/digitalization/asset', answer: 'gone' } };
    expect((await failureOf(fresh.ping().finally(() => fresh.close()))).code).toBe('unavailable');
  });

  it('a ping fails only when nobody can be read, and names the field', async () => {
    const ping = async (person: PlainPerson) => {
      backend.people.clear();
      backend.people.set('78', person);
      const fresh = createRestBackend({ url: backend.url, token: API_TOKEN, log });
      return fresh.ping().finally(() => fresh.close());
    };
    await ping({ id: '78', email: { wrong: true } });
    expect((await failureOf(ping({ id: '' }))).details).toEqual({ field: 'id' });
  });
});
