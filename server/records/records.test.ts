import { beforeEach, describe, expect, it } from 'vitest';
import { testStaff } from '../testing/test-staff.ts';
import type { DocumentStore, Fields, FieldValue } from '../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../ports/documents/embedded/embedded.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { conflictOf, type Conflict } from '../domain/conflict.ts';
import { AppError } from '../domain/errors.ts';
import { withheldAct, type MenuAct } from '../domain/menu-acts.ts';
import type { Staff } from '../domain/permissions.ts';
import { readText } from '../read-model/field-readers.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { storedVersion } from './content-version.ts';
import { createOnce } from './create-once.ts';
import { act } from './act.ts';
import { moveRecord } from './ordered-list.ts';
import type { RecordKind, RecordServices } from './record-kind.ts';
import { saveChange, type SaveCall } from './save-change.ts';
import { setActive } from './set-active.ts';
import { saverOf } from './updated-by.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { failureOf } from '../testing/failures.ts';
import { createTestDatabase } from '../testing/test-database.ts';

interface Note {
  titulo: string;
  texto: string;
  color: string;
}

const ana = testStaff({ id: 'ana', name: 'Ana Pérez' });
const beto = testStaff({ id: 'beto', name: 'Beto Ruiz' });

let lists = 0;
let tokens = 0;
const newToken = () => `token-of-a-form-${String((tokens += 1)).padStart(4, '0')}`;

/** A list of its own for each test. */
function notes(order?: RecordKind<Note>['order']): RecordKind<Note> {
  lists += 1;
  const collection = `notas_${lists}`;
  return {
    database: 'main',
    menu: 'quotes',
    collection,
    noun: { singular: 'nota', plural: 'notas', gender: 'f' },
    read: (data) => ({ titulo: readText(data, 'titulo'), texto: readText(data, 'texto'), color: readText(data, 'color') }),
    show: ({ data }) => ({ titulo: readText(data, 'titulo'), texto: readText(data, 'texto'), color: readText(data, 'color') }),
    notFound: (id) => new AppError('not-found', `${collection}/${id}`, { userMessage: 'La nota no existe.' }),
    actions: {
      created: AUDIT_ACTIONS.recordCreated,
      updated: AUDIT_ACTIONS.recordUpdated,
      activated: { deactivated: AUDIT_ACTIONS.recordDeactivated, restored: AUDIT_ACTIONS.recordRestored },
    },
    ...(order && { order }),
  };
}

/** The record kernel's contract on any document store. */
function describeRecords(main: DocumentStore): void {
  const readModel = { projectNow: async () => undefined } as unknown as ReadModel;
  const services: RecordServices = { documents: { main, digitalization: main }, readModel };
  const first: Note = { titulo: 'Título', texto: 'Texto', color: 'rojo' };
  let kind = notes();

  const stored = async (id: string) => {
    const document = await main.get(`${kind.collection}/${id}`);
    if (!document) throw new Error(`${id} is not stored`);
    return document;
  };
  const create = async (values: Note = first) => (await createOnce(services, kind, { actor: ana, values, formToken: newToken() })).id;
  const version = async (id: string) => storedVersion(kind.read, (await stored(id)).data);
  const save = (id: string, call: Pick<SaveCall<Note>, 'values' | 'ifVersion'> & Partial<SaveCall<Note>>) =>
    saveChange(services, kind, { id, actor: ana, ...call });
  const conflict = async (work: Promise<unknown>) => conflictOf<Conflict<Note>>(await failureOf(work));
  const audit = async (id: string) => {
    const targetPath = `${kind.collection}/${id}`;
    const entries = await main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: targetPath }] });
    return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map(({ data }) => data);
  };

  beforeEach(() => {
    kind = notes();
  });

  describe('a save', () => {
    it('stores the differences, audits before and after, and records who saved', async () => {
      const id = await create();
      await save(id, { ifVersion: await version(id), values: { ...first, color: 'azul' }, actor: beto, requestId: 'r-1' });
      const { data } = await stored(id);
      expect(data).toMatchObject({ ...first, color: 'azul', updatedBy: { id: 'beto', name: 'Beto Ruiz', version: await version(id) } });
      expect((await audit(id)).at(-1)).toMatchObject({
        action: AUDIT_ACTIONS.recordUpdated,
        user: 'beto',
        beforeData: { color: 'rojo' },
        newData: { color: 'azul' },
        requestId: 'r-1',
      });
    });

    it('that changes nothing writes nothing, whatever its version and rules', async () => {
      const id = await create();
      const before = await stored(id);
      const check = () => {
        throw new Error('not to be asked');
      };
      expect(await save(id, { ifVersion: 'old', values: first, check })).toBeNull();
      expect((await stored(id)).version).toBe(before.version);
      expect(await audit(id)).toHaveLength(1);
    });

    it('that is not found, forbidden or invalid stores nothing', async () => {
      const id = await create();
      const values = { color: 'azul' };
      const refuse = (code: 'forbidden' | 'invalid-input') => () => {
        throw new AppError(code, code, { userMessage: code });
      };
      expect((await failureOf(save('no-existe', { ifVersion: '', values }))).code).toBe('not-found');
      expect((await failureOf(save('../x', { ifVersion: '', values }))).code).toBe('not-found');
      expect((await failureOf(save(id, { ifVersion: 'old', values, admit: refuse('forbidden') }))).code).toBe('forbidden');
      const check = refuse('invalid-input');
      expect((await failureOf(save(id, { ifVersion: await version(id), values, check }))).code).toBe('invalid-input');
      expect((await stored(id)).data['color']).toBe('rojo');
    });

    it('by ten people at once over the same version succeeds once, and the others get a conflict', async () => {
      const id = await create();
      const ifVersion = await version(id);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => save(id, { ifVersion, base: { ...first }, values: { color: `color ${n}` } })),
      );
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await stored(id)).data['color']).toBe(`color ${winner}`);
      expect(await audit(id)).toHaveLength(2);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    });

    it('by several people of different fields at once keeps all changes', async () => {
      const id = await create();
      const ifVersion = await version(id);
      const told = await Promise.all([
        save(id, { ifVersion, base: { ...first }, values: { ...first, titulo: 'De Ana' } }),
        save(id, { ifVersion, base: { ...first }, values: { ...first, texto: 'De Beto' }, actor: beto }),
        save(id, { ifVersion, base: { ...first }, values: { ...first, color: 'De otra' }, actor: testStaff({ id: 'eva', name: 'Eva' }) }),
      ]);
      expect((await stored(id)).data).toMatchObject({ titulo: 'De Ana', texto: 'De Beto', color: 'De otra' });
      expect(told.map((merged) => merged?.fields.length ?? 0).sort()).toEqual([0, 1, 2]);
    });

    it('of a missing document creates it once when the kind has initial values', async () => {
      kind = { ...kind, initial: { titulo: 'Sin título', texto: '', color: '' } };
      const outcomes = await Promise.allSettled(
        ['azul', 'verde'].map((color) => save('unica', { ifVersion: '', values: { color }, base: null })),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await stored('unica')).data).toMatchObject({ titulo: 'Sin título', texto: '', isActive: true });
      await main.update(`${kind.collection}/unica`, { isActive: false });
      await save('unica', { ifVersion: await version('unica'), values: {} });
      expect((await stored('unica')).data['isActive']).toBe(true);
    });
  });

  describe('a three-way merge', () => {
    it('keeps what only one side changed, and reports what others changed', async () => {
      const id = await create();
      const ifVersion = await version(id);
      await save(id, { ifVersion, values: { ...first, texto: 'De Beto' }, actor: beto });
      const merged = await save(id, { ifVersion, base: { ...first }, values: { ...first, color: 'azul' } });
      expect(merged).toEqual({ savedBy: { name: 'Beto Ruiz', isActor: false }, fields: ['texto'] });
      expect((await stored(id)).data).toMatchObject({ titulo: 'Título', texto: 'De Beto', color: 'azul' });
      expect((await audit(id)).at(-1)).toMatchObject({ beforeData: { color: 'rojo' }, newData: { color: 'azul' } });
    });

    it('leaves texts that nobody touched as another program stored them, whatever blanks they have', async () => {
      const foreign = { titulo: '  Título ', texto: 'Uno \r\ndos ', color: 'rojo' };
      const id = await create(foreign);
      const ifVersion = await version(id);
      const typed = { titulo: 'Título', texto: 'Uno \ndos' };
      await save(id, { ifVersion, base: foreign, values: { ...typed, color: 'azul' } });
      expect((await stored(id)).data).toMatchObject({ ...foreign, color: 'azul' });
      await save(id, { ifVersion, base: foreign, values: { ...typed, titulo: 'Otro', color: 'rojo' }, actor: beto });
      expect((await stored(id)).data).toMatchObject({ ...foreign, titulo: 'Otro', color: 'azul' });
    });

    it('asks only about what both changed differently, with base, stored and own value', async () => {
      const id = await create();
      const ifVersion = await version(id);
      await save(id, { ifVersion, values: { titulo: 'De Beto', texto: 'De Beto', color: 'azul' }, actor: beto });
      const mine = { titulo: 'De Ana', texto: first.texto, color: 'azul' };
      expect(await conflict(save(id, { ifVersion, base: { ...first }, values: mine }))).toEqual({
        base: first,
        stored: { titulo: 'De Beto', texto: 'De Beto', color: 'azul' },
        submitted: { titulo: 'De Ana', texto: 'De Beto', color: 'azul' },
        differing: ['titulo'],
        merged: { theirs: ['texto'], mine: [] },
        savedBy: { name: 'Beto Ruiz', isActor: false },
        version: await version(id),
      });
    });

    it('asks about everything that differs when there is no base', async () => {
      const id = await create();
      const ifVersion = await version(id);
      await save(id, { ifVersion, values: { texto: 'De Beto' }, actor: beto });
      expect(await conflict(save(id, { ifVersion, values: { ...first, color: 'azul' } }))).toMatchObject({
        base: null,
        differing: ['texto', 'color'],
      });
    });

    it('saves into a record deactivated meanwhile, and leaves it deactivated', async () => {
      const id = await create();
      const ifVersion = await version(id);
      await setActive(services, kind, { actor: beto, ids: [id], isActive: false });
      await save(id, { ifVersion, base: { ...first }, values: { ...first, color: 'azul' } });
      expect((await stored(id)).data).toMatchObject({ color: 'azul', isActive: false });
    });
  });

  describe('a person without the permission on the records’ screen', () => {
    const without = (act: MenuAct) => testStaff({ id: 'caro', name: 'Caro Luna', withheld: new Set([withheldAct('quotes', act)]) });

    it.each<[string, MenuAct, (actor: Staff, id: string) => Promise<unknown>]>([
      ['makes none', 'change', async (actor) => createOnce(services, kind, { actor, values: first, formToken: newToken() })],
      ['changes none', 'change', async (actor, id) => saveChange(services, kind, { actor, id, values: { color: 'azul' } })],
      [
        'does nothing to any',
        'change',
        async (actor, id) =>
          act(services, kind, { actor, ids: [id], formToken: '', words: [], action: AUDIT_ACTIONS.recordUpdated }, (records) =>
            records.map(() => ({ changes: { color: 'azul' } })),
          ),
      ],
      ['moves none', 'change', async (actor, id) => moveRecord(services, kind, { actor, id, afterId: '' })],
      ['deletes none', 'delete', async (actor, id) => setActive(services, kind, { actor, ids: [id], isActive: false })],
      ['brings none back', 'delete', async (actor, id) => setActive(services, kind, { actor, ids: [id], isActive: true })],
    ])('is refused as forbidden (%s)', async (_what, withheld, work) => {
      kind = notes({ field: 'orden', isKept: true });
      const id = await create();
      const before = await main.query({ collection: kind.collection });
      expect(await failureOf(work(without(withheld), id))).toMatchObject({
        code: 'forbidden',
        permission: `App móvil › Prospecciones: ${withheld === 'delete' ? 'borrar' : 'cambiar'}`,
      });
      expect(await main.query({ collection: kind.collection })).toEqual(before);
      // Withholding another act is no obstacle.
      await work(without(withheld === 'delete' ? 'change' : 'delete'), id);
    });
  });

  describe('a person who signed in long ago', () => {
    const late = (actor: Staff): Staff => ({ ...actor, signedInLongAgo: true });
    const activate = (actor: Staff, ids: readonly string[], isActive: boolean) => setActive(services, kind, { actor, ids, isActive });
    const bring = (ids: readonly string[], actor = late(ana)) => activate(actor, ids, true);
    const userMessage = expect.stringContaining('no acaba de eliminar') as string;
    const needsProof = { code: 'forbidden', details: { reason: 'proof' }, userMessage };
    const age = async (id: string, deletedAt: string) =>
      main.update(`${kind.collection}/${id}`, { updatedBy: { ...((await stored(id)).data['updatedBy'] as Fields), deletedAt } });

    it('restores what they have just deleted, but must prove who they are for anything else', async () => {
      const [own, others] = [await create(), await create()];
      await activate(late(ana), [own], false);
      await activate(beto, [others], false);
      expect(await failureOf(bring([others]))).toMatchObject(needsProof);
      expect(await failureOf(bring([own, others]))).toMatchObject(needsProof);
      expect((await stored(own)).data).toMatchObject({ isActive: false });
      await bring([own]);
      // Repeating it asks for no proof either.
      await bring([own]);
      await bring([others], ana);
      for (const id of [own, others]) expect((await stored(id)).data).toMatchObject({ isActive: true });
    });

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['ten minutes later', (id) => age(id, new Date(Date.now() - 10 * 60_000).toISOString())],
      ['where it does not say when', (id) => age(id, '')],
      ['once they have changed it', (id) => save(id, { values: { color: 'azul' }, actor: late(ana) })],
      ['once another program has', async (id) => main.update(`${kind.collection}/${id}`, { color: 'De la aplicación' })],
      ['once somebody else has brought it back and deleted it', async (id) => (await bring([id], beto), activate(beto, [id], false))],
    ])('restores nothing without a proof %s', async (_when, happens) => {
      const id = await create();
      await activate(ana, [id], false);
      await happens(id);
      expect(await failureOf(bring([id]))).toMatchObject(needsProof);
    });
  });

  describe('the last saver', () => {
    const saver = async (id: string, actor = ana) => saverOf(kind.read, (await stored(id)).data, actor);

    it('is recorded on creating, saving, deactivating and restoring', async () => {
      const id = await create();
      expect(await saver(id)).toEqual({ name: 'Ana Pérez', isActor: true });
      await save(id, { ifVersion: await version(id), values: { color: 'azul' }, actor: beto });
      expect(await saver(id)).toEqual({ name: 'Beto Ruiz', isActor: false });
      await setActive(services, kind, { actor: ana, ids: [id], isActive: false });
      expect(await saver(id, beto)).toEqual({ name: 'Ana Pérez', isActor: false });
      await setActive(services, kind, { actor: beto, ids: [id], isActive: true });
      expect(await saver(id, beto)).toEqual({ name: 'Beto Ruiz', isActor: true });
    });

    it('is unknown after another program has written, until somebody saves here', async () => {
      const id = await create();
      await main.update(`${kind.collection}/${id}`, { color: 'De la aplicación' });
      expect(await saver(id)).toBeNull();
      await main.update(`${kind.collection}/${id}`, { otro: 'no form shows this' });
      expect(await saver(id)).toBeNull();
      const { userMessage } = await failureOf(save(id, { ifVersion: 'old', values: { color: 'azul' } }));
      expect(userMessage).toMatch(/^Otra persona guardó la nota/);
      await save(id, { ifVersion: await version(id), values: { color: 'azul' }, actor: beto });
      expect(await saver(id)).toEqual({ name: 'Beto Ruiz', isActor: false });
    });

    it.each<FieldValue | undefined>([undefined, null, 'Ana', ['Ana'], { id: 'ana' }, { id: 'ana', name: 'Ana', version: 7 }])(
      'is unknown when the document says %j',
      async (updatedBy) => {
        const id = await create();
        const { updatedBy: _stamp, ...data } = (await stored(id)).data;
        await main.set(`${kind.collection}/${id}`, { ...data, ...(updatedBy !== undefined && { updatedBy }) });
        expect(await saver(id)).toBeNull();
      },
    );

    it('stays the same when somebody moves other records of the list', async () => {
      kind = notes({ field: 'orden', isKept: true });
      const [one, two] = [await create(), await create()];
      await moveRecord(services, kind, { actor: beto, id: two, afterId: '' });
      for (const id of [one, two]) expect(await saver(id)).toEqual({ name: 'Ana Pérez', isActor: true });
    });
  });

  describe('a form sent twice', () => {
    it('five times at the same moment stores one record', async () => {
      const formToken = newToken();
      const sent = await Promise.all(Array.from({ length: 5 }, () => createOnce(services, kind, { actor: ana, values: first, formToken })));
      expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
      expect(await audit(sent[0]?.id ?? '')).toHaveLength(1);
    });

    it('with different values gets a conflict', async () => {
      const formToken = newToken();
      await createOnce(services, kind, { actor: ana, values: first, formToken });
      const again = createOnce(services, kind, { actor: ana, values: { ...first, color: 'azul' }, formToken });
      expect(await conflict(again)).toMatchObject({ stored: first, submitted: { ...first, color: 'azul' }, differing: ['color'] });
    });
  });

  describe('activation', () => {
    it('applies to all records or none, once, with an audit entry each', async () => {
      const ids = [await create(), await create()];
      const deactivate = (chosen: readonly string[]) => setActive(services, kind, { actor: ana, ids: chosen, isActive: false });
      expect((await failureOf(deactivate([...ids, 'no-existe']))).code).toBe('not-found');
      expect((await failureOf(deactivate([]))).code).toBe('invalid-input');
      expect((await failureOf(deactivate(Array.from({ length: 101 }, (_, n) => `x${n}`)))).code).toBe('invalid-input');
      for (const id of ids) expect((await stored(id)).data['isActive']).toBe(true);
      await Promise.all([deactivate(ids), deactivate(ids)]);
      for (const id of ids) {
        expect((await stored(id)).data['isActive']).toBe(false);
        expect((await audit(id)).map(({ action }) => action)).toEqual([AUDIT_ACTIONS.recordCreated, AUDIT_ACTIONS.recordDeactivated]);
      }
    });

    it('of several records in an ordered list closes their gaps and restores their places', async () => {
      kind = notes({ field: 'orden', isKept: true });
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push(await create());
      const places = async () => Promise.all(ids.map(async (id) => Number((await stored(id)).data['orden'])));
      const some = [ids[1] ?? '', ids[3] ?? ''];
      await setActive(services, kind, { actor: ana, ids: some, isActive: false });
      expect(await places()).toEqual([1, 2, 2, 4, 3]);
      await setActive(services, kind, { actor: ana, ids: [...some].reverse(), isActive: true });
      expect(await places()).toEqual([1, 2, 3, 4, 5]);
    });
  });

  describe('order', () => {
    it('keeps the moves of several people at once', async () => {
      kind = notes({ field: 'orden', isKept: true });
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push(await create());
      const [a = '', b = '', c = '', d = '', e = ''] = ids;
      await Promise.all([
        moveRecord(services, kind, { actor: ana, id: e, afterId: a }),
        moveRecord(services, kind, { actor: beto, id: b, afterId: d }),
      ]);
      const places = new Map(await Promise.all(ids.map(async (id) => [id, Number((await stored(id)).data['orden'])] as const)));
      expect([...places.values()].sort()).toEqual([1, 2, 3, 4, 5]);
      expect(places.get(e)).toBe((places.get(a) ?? 0) + 1);
      expect(places.get(b)).toBe((places.get(d) ?? 0) + 1);
      expect(places.get(c)).toBeLessThan(places.get(d) ?? 0);
    });

    it('moves a record to the front, and leaves it in place behind itself', async () => {
      kind = notes({ field: 'orden', isKept: false });
      const [one, two] = [await create(), await create()];
      for (const [id, orden] of [
        [one, 4],
        [two, 9],
      ] as const)
        await main.update(`${kind.collection}/${id}`, { orden });
      await moveRecord(services, kind, { actor: ana, id: two, afterId: two });
      await moveRecord(services, kind, { actor: ana, id: two, afterId: '' });
      await moveRecord(services, kind, { actor: ana, id: two, afterId: '' });
      expect([(await stored(two)).data['orden'], (await stored(one)).data['orden']]).toEqual([1, 2]);
    });
  });
}

await describeOnStores('records', async ({ main }) =>
  describeRecords(main ?? createEmbeddedDocumentStore({ sql: (await createTestDatabase()).sql, database: 'main' })),
);
