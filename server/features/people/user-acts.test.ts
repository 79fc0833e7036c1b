import { beforeAll, describe, expect, it } from 'vitest';
import { NONE } from '../../domain/bulk.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { rowToken } from '../../imports/check-import.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import type { Services } from '../../services.ts';
import { someServices } from '../../testing/some-services.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { GRANT_ACT } from '../briefcase/grant-act.ts';
import { applyImport } from '../bulk/apply-import.ts';
import { createBulk, type Bulk } from '../bulk/index.ts';
import { performBulk } from '../bulk/perform-bulk.ts';
import { createPerson } from './create-user.ts';
import { createUsersFixture, type UsersFixture } from './testing/users-fixture.ts';
import { USER_IMPORT } from './user-import.ts';
import { USERS } from './user-list.ts';

let fixture: UsersFixture;
let bulk: Bulk;
const stored = async ({ id }: Staff) => (await fixture.documents.main.get(`usuarios/${id}`))?.data ?? {};
const auditOf = async ({ id }: Staff) =>
  (await fixture.documents.main.query({ collection: 'auditoria' })).filter(({ data }) => data['targetPath'] === `usuarios/${id}`).length;
const start = (act: string, people: readonly Staff[], typed: Record<string, string> = {}, actor = fixture.admin) =>
  bulk.startBulk({
    actor,
    url: USERS.url,
    params: new URLSearchParams(),
    act,
    ids: people.map(({ id }) => id),
    all: false,
    typed,
    formToken: '',
  });

beforeAll(async () => {
  fixture = await createUsersFixture();
  bulk = createBulk(fixture.services);
});

describe('a bulk action on people', () => {
  it('adds a folder only to people who lack it, and undo removes it only from them', async () => {
    const [ana, beto] = [await fixture.hire({ folders: ['actas'] }), await fixture.hire({ folders: ['contratos'] })];
    const told = await start('add-folder', [ana, beto], { briefcase_permissions: 'actas' });
    expect(told.sentence).toBe('Se dio la carpeta a 1 usuario: «actas». 1 ya estaba así.');
    expect((await stored(beto))['briefcase_permissions']).toEqual({ folders: ['contratos', 'actas'] });
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    expect((await stored(beto))['briefcase_permissions']).toEqual({ folders: ['contratos'] });
    expect((await stored(ana))['briefcase_permissions']).toEqual({ folders: ['actas'] });
  });

  it('removes a folder only from people who have it, and undo gives it back only to them', async () => {
    const [ana, beto] = [await fixture.hire({ folders: ['actas', 'contratos'] }), await fixture.hire({ folders: ['contratos'] })];
    const entries = await auditOf(beto);
    const told = await start('remove-folder', [ana, beto], { briefcase_permissions: 'actas' });
    expect(told.sentence).toBe('Se quitó la carpeta a 1 usuario: «actas». 1 ya estaba así.');
    expect([(await stored(ana))['briefcase_permissions'], (await stored(beto))['briefcase_permissions']]).toEqual([
      { folders: ['contratos'] },
      { folders: ['contratos'] },
    ]);
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    expect((await stored(ana))['briefcase_permissions']).toEqual({ folders: ['actas', 'contratos'] });
    expect((await stored(beto))['briefcase_permissions']).toEqual({ folders: ['contratos'] });
    expect(await auditOf(beto)).toBe(entries);
  });

  it('rejects removing a folder that the actor may not grant', async () => {
    const ana = await fixture.hire({ folders: ['actas', 'contratos'] });
    const editor = testEditor({ folders: ['actas'] });
    const refused = start('remove-folder', [ana], { briefcase_permissions: 'contratos' }, editor);
    await expect(refused).rejects.toMatchObject({ code: 'invalid-input', fields: { briefcase_permissions: [expect.any(String)] } });
    expect((await stored(ana))['briefcase_permissions']).toEqual({ folders: ['actas', 'contratos'] });
  });

  it.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['change-role', { role: 'user' }, { role: 'user' }],
    ['change-agency', { agency: 'norte' }, { agency: 'norte' }],
    ['change-permission-set', { digitalization_permission_id: 'cajas' }, { digitalization_permission_id: 'cajas' }],
  ])('%s stores the new value with one audit entry, and undo restores the record', async (act, typed, expected) => {
    const carla = await fixture.hire();
    const [before, entries] = [await stored(carla), await auditOf(carla)];
    const told = await start(act, [carla], typed);
    expect(told.outcomes.done).toBe(1);
    const { updatedAt: _at, updatedBy: _by, ...now } = await stored(carla);
    expect(now).toMatchObject(expected);
    expect(await auditOf(carla)).toBe(entries + 1);
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    const { updatedAt: _then, updatedBy: _who, ...again } = await stored(carla);
    const { updatedAt: _first, updatedBy: _whom, ...first } = before;
    expect(again).toEqual(first);
  });

  it.each<[string, string, string, string]>([
    ['change-agency', 'agency', 'Sin agencia', 'Se quitó la agencia a 2 usuarios.'],
    [
      'change-permission-set',
      'digitalization_permission_id',
      'Sin permisos de digitalización',
      'Se quitaron los permisos de digitalización a 2 usuarios.',
    ],
  ])('%s takes nothing away while nothing is chosen, and all of it once that is chosen', async (act, field, label, sentence) => {
    const held = { agency: 'norte', digitalization_permission_id: 'cajas' };
    const people = [await fixture.hire(held), await fixture.hire(held)];
    const valuesOf = async () => (await Promise.all(people.map(stored))).map((person) => person[field]);
    const before = await valuesOf();
    for (const typed of [{}, { [field]: '' }])
      await expect(start(act, people, typed)).rejects.toMatchObject({ fields: { [field]: [expect.stringMatching(/^Complete «/)] } });
    expect(await valuesOf()).toEqual(before);
    const [first] = (await bulk.findBulkOptions({ actor: fixture.admin, url: USERS.url, act }))[field] ?? [];
    expect(first).toEqual({ value: NONE, label });
    const told = await start(act, people, { [field]: NONE });
    expect([told.sentence, told.chosen, await valuesOf()]).toEqual([sentence, label, ['', '']]);
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    expect(await valuesOf()).toEqual(before);
  });

  it('deactivates the others but refuses the actor themselves, and undo reactivates the others', async () => {
    const dora = await fixture.hire();
    const told = await start('deactivate', [dora, fixture.admin]);
    expect(told.outcomes).toMatchObject({ done: 1, refused: 1 });
    expect((await bulk.getBulk({ actor: fixture.admin, id: told.id })).refused.map(({ reason }) => reason)).toEqual([
      'No puede cambiar su propio rol, agencia, estado ni permisos. Pídaselo a otro Administrador.',
    ]);
    expect(await fixture.staffOf(dora.id)).toBeNull();
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    expect((await fixture.staffOf(dora.id))?.id).toBe(dora.id);
  });

  it('requires a recent sign-in to start or undo it when it grants rights', async () => {
    const carla = await fixture.hire();
    const longAgo: Staff = { ...fixture.admin, signedInLongAgo: true };
    const proof = { code: 'forbidden', details: { reason: 'proof' } };
    await expect(start('change-role', [carla], { role: 'user' }, longAgo)).rejects.toMatchObject(proof);
    const { id } = await start('change-role', [carla], { role: 'user' });
    await expect(bulk.undoBulk({ actor: longAgo, id })).rejects.toMatchObject(proof);
  });

  it('grants a person each folder of the chosen files once, and refuses deleted files and people the actor may not change', async () => {
    const eva = await fixture.hire();
    for (const [index, carpetaId] of ['actas', 'actas', 'contratos'].entries()) {
      await fixture.documents.main.create(`maletin_archivos/dado${index}`, { nombre: `dado${index}.pdf`, carpetaId });
      await fixture.projectNow([`maletin_archivos/dado${index}`]);
    }
    const entries = await auditOf(eva);
    const files = { url: '/briefcase/list-briefcase', act: 'grant-access', ids: ['dado0', 'dado1', 'dado2'], typed: { personId: eva.id } };
    const told = await bulk.startBulk({ actor: fixture.admin, params: new URLSearchParams(), all: false, formToken: '', ...files });
    expect(told.sentence).toMatch(/^Se dio acceso a 3 archivos a «Ana Pérez · contratado\.\d+@demo\.coop»\.$/);
    const { folders } = (await stored(eva))['briefcase_permissions'] as { folders: string[] };
    expect([...folders].sort()).toEqual(['actas', 'contratos']);
    expect(await auditOf(eva)).toBe(entries + 2);
    await bulk.undoBulk({ actor: fixture.admin, id: told.id });
    expect((await stored(eva))['briefcase_permissions']).toEqual({ folders: [] });
    // Of what was deleted, and by who may not change that person, nothing is given.
    await fixture.documents.main.update('maletin_archivos/dado2', { isActive: false });
    const editor = testEditor({ folders: ['actas'] });
    const chief = await fixture.hire({ role: 'admin' });
    const give = (actor: Staff, ids: string[], personId: string) =>
      bulk.startBulk({ ...files, actor, ids, typed: { personId }, params: new URLSearchParams(), all: false, formToken: '' });
    for (const run of [give(fixture.admin, ['dado2'], eva.id), give(editor, ['dado0'], chief.id)])
      expect((await run).outcomes).toMatchObject({ done: 0, refused: 1 });
    expect([(await stored(eva))['briefcase_permissions'], (await stored(chief))['briefcase_permissions']]).toEqual([
      { folders: [] },
      { folders: [] },
    ]);
  });

  it('leaves the folders of a person as they are when undoing an access whose file was moved since', async () => {
    const [nora, olga] = [await fixture.hire(), await fixture.hire({ folders: ['contratos'] })];
    await fixture.documents.main.create('maletin_archivos/movido', { nombre: 'movido.pdf', carpetaId: 'actas' });
    await fixture.projectNow(['maletin_archivos/movido']);
    const files = { url: '/briefcase/list-briefcase', act: 'grant-access', ids: ['movido'] };
    const give = ({ id }: Staff) =>
      bulk.startBulk({
        ...files,
        actor: fixture.admin,
        typed: { personId: id },
        params: new URLSearchParams(),
        all: false,
        formToken: '',
      });
    const runs = [await give(nora), await give(olga)];
    await fixture.documents.main.update('maletin_archivos/movido', { carpetaId: 'contratos' });
    for (const { id } of runs) expect((await bulk.undoBulk({ actor: fixture.admin, id })).outcomes).toMatchObject({ undone: 0, kept: 1 });
    expect([(await stored(nora))['briefcase_permissions'], (await stored(olga))['briefcase_permissions']]).toEqual([
      { folders: ['actas'] },
      { folders: ['contratos', 'actas'] },
    ]);
    const late = { actor: fixture.admin, id: 'movido', asked: { personId: nora.id }, wanted: ['no', 'actas'], formToken: '' };
    await expect(GRANT_ACT.set(fixture.services, { ...late, held: { name: '', value: null } })).rejects.toMatchObject({ code: 'conflict' });
    await fixture.documents.main.update('maletin_archivos/movido', { carpetaId: 'actas' });
    const again = await give(await fixture.hire());
    expect((await bulk.undoBulk({ actor: fixture.admin, id: again.id })).outcomes).toMatchObject({ undone: 1, kept: 0 });
  });

  it('disables the account too when the identity provider failed after the person was stored, also in an undo', async () => {
    const [pilar, quique] = [await fixture.hire(), await fixture.hire()];
    await fixture.users.deactivateUser({ actor: fixture.admin, id: quique.id });
    const activated = await start('activate', [quique]);
    const cut = createBulk(withoutDisabling());
    const call = { actor: fixture.admin, url: USERS.url, params: new URLSearchParams(), all: false, typed: {}, formToken: '' };
    const deactivated = await cut.startBulk({ ...call, act: 'deactivate', ids: [pilar.id] });
    const undoing = await cut.undoBulk({ actor: fixture.admin, id: activated.id });
    expect([deactivated.isOver, undoing.isOver]).toEqual([false, false]);
    expect([(await stored(pilar))['state'], (await stored(quique))['state']]).toEqual([false, false]);
    await fixture.sql.query('UPDATE snapshot_work SET next_at = now(), lease_until = now()');
    for (const { id } of [deactivated, undoing]) await performBulk(fixture.services, id, new AbortController().signal);
    expect((await bulk.describeRun({ actor: fixture.admin, id: deactivated.id })).outcomes).toMatchObject({ done: 1 });
    expect((await bulk.describeRun({ actor: fixture.admin, id: activated.id })).outcomes).toMatchObject({ undone: 1 });
    for (const { id } of [pilar, quique]) expect(await fixture.identity.getAccount(id)).toMatchObject({ disabled: true });
  });
});

/** The identity provider refuses to disable accounts, and the queue is left to the test. */
function withoutDisabling(): Services {
  const { services } = fixture;
  const setDisabled = () => Promise.reject(new AppError('unavailable', 'accounts are out of reach', { userMessage: 'Intente de nuevo.' }));
  return someServices({
    ...services,
    identity: { ...services.identity, setDisabled },
    queues: { enqueue: () => Promise.resolve() },
  });
}

describe('an import of people', () => {
  it('invites a person whom an interrupted run stored and did not invite, and counts a change that it made as done', async () => {
    const [id, email] = ['importacion-cortada', 'importada@demo.coop'];
    const values = {
      name: 'Importada',
      email,
      phone: '',
      agency: 'norte',
      department: '',
      position: '',
      role: 'editor',
      briefcase_permissions: [],
      digitalization_permission_id: '',
    };
    await fixture.sql.query(
      `INSERT INTO imports (id, user_id, url, file_name, request_id, state, total) VALUES ($1, $2, $3, 'personas.xlsx', '', 'ready', 2)`,
      [id, fixture.admin.id, USERS.url],
    );
    const rita = await fixture.hire({ agency: 'norte' });
    const { uid } = await createPerson(fixture.services, { actor: fixture.admin, values, formToken: rowToken(id, 1) });
    await fixture.sql.query(
      `INSERT INTO import_rows (import_id, place, sheet, row_number, name, key, record_id, given, outcome, version, wanted, before)
       VALUES ($1, 1, '', 2, 'Importada', 'a', $2, '{}', 'new', '', $3, NULL),
         ($1, 2, '', 3, 'Rita', 'b', $4, '{}', 'changed', 'anterior', '{"agency":"norte"}', '{"agency":""}')`,
      [id, uid, canonicalJson(values), rita.id],
    );
    const told = await applyImport(fixture.services, { actor: fixture.admin, url: USERS.url, id, onlyRight: false });
    expect(told.outcomes).toMatchObject({ done: 2, refused: 0 });
    expect(fixture.mails.filter(({ to }) => to.address === email)).toHaveLength(1);
  });
});

it('rejects imported rows that create or change an administrator when the importer is not one', async () => {
  const chief = await fixture.hire({ role: 'admin' });
  const row = { actor: testEditor(), version: '', base: null, formToken: '', isConfirmed: true };
  const nueva = { name: 'Nueva', email: 'nueva@demo.coop', role: 'admin' };
  for (const [id, values] of [
    [null, nueva],
    [chief.id, { role: 'user' }],
  ] as const)
    await expect(USER_IMPORT.check?.(fixture.services, { ...row, id, values })).rejects.toMatchObject({ code: 'forbidden' });
});
