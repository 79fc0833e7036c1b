import { deleteApp, type App } from 'firebase-admin/app';
import { DocumentReference, FieldValue, Firestore, GeoPoint, GrpcStatus, Query, Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasService } from '../../../testing/services.ts';
import { useSharedFirestore, type SharedFirestore } from '../../../testing/shared-firestore.ts';
import { recordChanges, required } from '../testing/contract-tools.ts';
import { describeDocumentStore } from '../contract/document-store.contract.ts';
import type { DocumentChange, DocumentStore, Fields, FieldValue as PlainValue } from '../document-store.ts';
import { connectFirestore, createFirestoreDocumentStore } from './firestore.ts';
import type { BackedUpDocument } from '../documents-backup.ts';
import type { FoundCollection } from '../read-only-documents.ts';
import { openFirestoreReadOnly } from './read-only.ts';
import { createMappedStore } from '../mapped/mapped-store.ts';
import { watchFirestore } from './watch.ts';
import { WatchGapError } from '../document-errors.ts';

const WAIT = { timeout: 15_000, interval: 10 };
const projectOf = (projectId: string) => ({ projectId, clientEmail: undefined, privateKey: undefined });

describe.runIf(hasService('Firestore emulator'))('Firestore', () => {
  let emulator: SharedFirestore;
  let project: ReturnType<typeof projectOf>;
  let store: DocumentStore;
  /** Writes as the mobile app or an old program does: values and times that the port never writes. */
  let outside: Firestore;
  let outsideApp: App;
  beforeAll(async () => {
    emulator = await useSharedFirestore('contract');
    project = projectOf(emulator.projects.main);
    store = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host });
    ({ app: outsideApp, firestore: outside } = connectFirestore({ project, emulatorHost: emulator.host }));
  }, 90_000);
  afterAll(async () => {
    await store.close();
    await outside.terminate();
    await deleteApp(outsideApp);
  });

  // Few rivals: Firestore allows about one sustained write per second to a document, and retries wait for seconds.
  describeDocumentStore('Firestore emulator', { store: () => store, rivals: 10, runs: 25 });

  describe('Firestore: specific behaviour', () => {
    it('converts Firestore-only types and NaN in old documents to plain values', async () => {
      await outside.doc('viejos/a').set({
        at: new Timestamp(1_763_591_404, 123_456_789),
        punto: new GeoPoint(14.6349, -90.5069),
        agencia: outside.doc('agencias/central'),
        firma: Buffer.from('hola'),
        nada: NaN,
        lista: [new GeoPoint(1, 2), { a: Timestamp.fromMillis(5) }],
      });
      expect((await required(store, 'viejos/a')).data).toEqual({
        at: new Date(1_763_591_404_123),
        punto: { latitude: 14.6349, longitude: -90.5069 },
        agencia: 'agencias/central',
        firma: 'aG9sYQ==',
        nada: null,
        lista: [{ latitude: 1, longitude: 2 }, { a: new Date(5) }],
      });
    });

    it('updates one field of a map and preserves the Firestore-only types beside it', async () => {
      const beside = { punto: new GeoPoint(14.6, -90.5), desde: new Timestamp(5, 123_456_000), agencia: outside.doc('agencias/central') };
      await outside.doc('ajenos/a').set({ contacto: { ...beside, telefono: '1' }, ...beside });
      await store.update('ajenos/a', {}, { nested: [{ place: ['contacto', 'telefono'], value: '2' }], times: [] });
      await store.update('ajenos/a', {}, { times: [] });
      expect((await outside.doc('ajenos/a').get()).data()).toEqual({ contacto: { ...beside, telefono: '2' }, ...beside });
      await expect(store.update('ajenos/none', {}, { times: [] })).rejects.toMatchObject({ code: 'not-found' });
    });

    it('keeps a point that moves as a whole', async () => {
      await outside.doc('ajenos/p').set({ ubicacion: new GeoPoint(14.6, -90.5) });
      await store.update('ajenos/p', { ubicacion: { latitude: 15, longitude: -91 } });
      expect((await outside.doc('ajenos/p').get()).data()).toMatchObject({ ubicacion: new GeoPoint(15, -91) });
    });

    it('keeps a point and a reference of which a mapping changes a part or the record', async () => {
      const fields = {
        agencia: { kind: 'reference', places: [['sucursal']] },
        latitud: { kind: 'number', places: [['ubicacion', 'latitude']] },
        longitud: { kind: 'number', places: [['ubicacion', 'longitude']] },
      } as const;
      const mapped = createMappedStore(store, [{ database: 'main', key: 'lugares', collection: 'ajenos', absent: [], fields }]);
      const stored = async () => (await outside.doc('ajenos/c').get()).data();
      await outside.doc('ajenos/c').set({ ubicacion: new GeoPoint(14.6, -90.5), sucursal: outside.doc('agencias/central') });
      await mapped.update('lugares/c', { latitud: 15, agencia: 'sur' }, { times: [] });
      expect(await stored()).toMatchObject({ ubicacion: new GeoPoint(15, -90.5), sucursal: outside.doc('agencias/sur') });
      await mapped.update('lugares/c', { latitud: 16, longitud: -91, agencia: '' }, { times: [] });
      expect(await stored()).toMatchObject({ ubicacion: new GeoPoint(16, -91), sucursal: '' });
      await expect(mapped.update('lugares/c', { latitud: null }, { times: [] })).rejects.toMatchObject({ code: 'invalid-input' });
      await mapped.update('lugares/c', { latitud: null, longitud: null }, { times: [] });
      expect(await stored()).toMatchObject({ ubicacion: null });
    });

    describe.each([
      ['the store', () => store],
      [
        'the store behind a mapping',
        () => {
          const lista = { kind: 'other', places: [['lineas']] } as const;
          return createMappedStore(store, [{ database: 'main', key: 'listados', collection: 'ajenos', absent: [], fields: { lista } }]);
        },
      ],
    ] as const)('%s', (_name, current) => {
      const kinds = () => ({
        desde: new Timestamp(5, 123_456_000),
        punto: new GeoPoint(1, 2),
        agencia: outside.doc('agencias/central'),
        firma: Buffer.from('hola'),
      });
      const appended = async (change: (path: string, lista: readonly PlainValue[]) => Promise<unknown>) => {
        const mapped = current() !== store;
        const [path, foreign] = mapped ? ['listados/b', 'ajenos/b'] : ['ajenos/b', 'ajenos/b'];
        const name = mapped ? 'lineas' : 'lista';
        await outside
          .doc(foreign)
          .set({ [name]: [{ n: 1, ...kinds(), dentro: kinds() }, outside.doc('agencias/sur'), NaN, { n: 2, ...kinds() }] });
        const { data } = await required(current(), path);
        await change(path, data['lista'] as PlainValue[]);
        return ((await outside.doc(foreign).get()).data() as Record<string, unknown>)[name];
      };

      it.each([
        ['update', (path: string, changes: Fields) => current().update(path, changes)],
        ['batch', (path: string, changes: Fields) => current().batch([{ kind: 'update', path, changes }])],
        [
          'transaction',
          (path: string, changes: Fields) =>
            current().transaction(async (tx) => {
              await tx.get(path);
              tx.update(path, changes);
            }),
        ],
        [
          'transaction that has not read it',
          (path: string, changes: Fields) => current().transaction(async (tx) => tx.update(path, changes)),
        ],
      ] as const)('keeps the kinds of what a list or map held before, when it is written whole by an %s', async (_verb, write) => {
        const lista = await appended((path, [first, reference, nothing, last]) =>
          write(path, { lista: [{ ...(last as Fields), n: 3 }, first, nothing, reference, { n: 4, firma: 'aG9sYQ==' }] as PlainValue[] }),
        );
        expect(lista).toEqual([
          { n: 3, ...kinds() },
          { n: 1, ...kinds(), dentro: kinds() },
          NaN,
          outside.doc('agencias/sur'),
          { n: 4, firma: 'aG9sYQ==' },
        ]);
      });
    });

    it('uses the server time of the write as version, to the microsecond', async () => {
      const version = await store.create('versiones/a', {});
      const { updateTime } = await outside.doc('versiones/a').get();
      expect(version).toBe(BigInt(updateTime?.seconds ?? 0) * 1_000_000n + BigInt((updateTime?.nanoseconds ?? 0) / 1_000));
    });

    it('lists collections at every depth, samples ids across their whole range, and names missing documents', async () => {
      const looked = openFirestoreReadOnly({ main: project, digitalization: project, firestoreEmulatorHost: emulator.host } as never);
      try {
        const ids = Array.from({ length: 60 }, (_unused, n) => `${'0123456789ADMVenw'[n % 17]}${String(n).padStart(3, '0')}`);
        const batch = outside.batch();
        for (const id of ids)
          batch.set(outside.doc(`mirados/${id}`), { agencia: outside.doc('agencias/central'), desde: new GeoPoint(1, 2) });
        batch.set(outside.doc(`mirados/${ids[0]}/hojas/a`), { n: 1 });
        batch.set(outside.doc('otros/x/hojas/b'), { n: 1 });
        await batch.commit();
        const found = await looked.collections('main');
        const mirados = found.find(({ path }) => path === 'mirados');
        expect(mirados).toEqual({ path: 'mirados', documents: 60 });
        expect(found.map(({ path }) => path)).toContain('mirados/*/hojas');
        const read = async (collection: FoundCollection, most: number | null) => {
          const documents: BackedUpDocument[] = [];
          for await (const page of looked.read('main', collection, most)) documents.push(...page);
          return documents;
        };
        const all = await read({ path: 'mirados', documents: 60 }, null);
        expect(all.map(({ path }) => path).sort()).toEqual(ids.map((id) => `mirados/${id}`).sort());
        expect(all[0]?.data).toEqual({ agencia: { $reference: 'agencias/central' }, desde: { $point: [1, 2] } });
        const before = looked.reads();
        const some = await read({ path: 'mirados', documents: 60 }, 26);
        const beginnings = new Set(some.map(({ path }) => path['mirados/'.length]));
        expect(some.length).toBeLessThanOrEqual(26);
        expect(new Set(some.map(({ path }) => path)).size).toBe(some.length);
        expect([...beginnings]).toEqual(expect.arrayContaining(['0', 'M', 'w']));
        expect(looked.reads() - before).toBeLessThanOrEqual(30);
        expect((await read({ path: 'mirados/*/hojas', documents: 2 }, null)).map(({ path }) => path)).toEqual([
          `mirados/${ids[0]}/hojas/a`,
        ]);
        expect(await looked.missing('main', [`mirados/${ids[1]}`, 'mirados/nadie'])).toEqual(['mirados/nadie']);
      } finally {
        await looked.close();
      }
    });

    it('keeps the two projects apart', async () => {
      const other = createFirestoreDocumentStore({
        project: projectOf(emulator.projects.digitalization),
        database: 'digitalization',
        emulatorHost: emulator.host,
      });
      await store.set('aparte/a', { n: 1 });
      expect(await other.get('aparte/a')).toBeNull();
      await other.close();
    });

    it('catches up in batches of at most 1000 and then listens', async () => {
      for (let start = 0; start < 2_500; start += 500) {
        await store.batch(Array.from({ length: 500 }, (_, n) => ({ kind: 'create' as const, path: `muchos/${start + n}`, data: {} })));
      }
      const sizes: number[] = [];
      const watching = await recordChanges(store, { collection: 'muchos', before: ({ changes }) => void sizes.push(changes.length) });
      await expect.poll(() => new Set(watching.paths()).size, WAIT).toBe(2_500);
      await store.create('muchos/x', {});
      await expect.poll(() => watching.paths(), WAIT).toContain('muchos/x');
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
      await watching.close();
    });

    it('misses no later document when one has an `updatedAt` in the future', async () => {
      const first = await recordChanges(store, { collection: 'relojes' });
      await outside.doc('relojes/ahead').set({ updatedAt: Timestamp.fromMillis(Date.now() + 86_400_000) });
      await expect.poll(() => first.paths(), WAIT).toContain('relojes/ahead');
      await first.close();
      await store.create('relojes/right', {});
      const second = await recordChanges(store, { collection: 'relojes', from: first.position() });
      await expect.poll(() => second.paths(), WAIT).toContain('relojes/right');
      await second.close();
    });

    it('reports the deletion of a document older than the listener’s start, without redelivering it first', async () => {
      await outside.doc('antiguos/a').set({ updatedAt: Timestamp.fromMillis(Date.parse('2020-01-01T00:00:00Z')) });
      await store.create('antiguos/b', {});
      const first = await recordChanges(store, { collection: 'antiguos' });
      await expect.poll(() => new Set(first.paths()), WAIT).toEqual(new Set(['antiguos/a', 'antiguos/b']));
      await first.close();
      const second = await recordChanges(store, { collection: 'antiguos', from: first.position() });
      // The listener has caught up, and is attached when the next document comes.
      await expect.poll(() => second.paths(), WAIT).toContain('antiguos/b');
      await store.create('antiguos/c', {});
      await expect.poll(() => second.paths(), WAIT).toContain('antiguos/c');
      expect(second.paths()).not.toContain('antiguos/a');
      await store.delete('antiguos/a');
      await expect.poll(() => second.last('antiguos/a'), WAIT).toMatchObject({ kind: 'deleted' });
      await second.close();
    });

    it('reports known documents that no longer exist as deleted', async () => {
      await store.batch(['a', 'b'].map((id) => ({ kind: 'create', path: `idos/${id}`, data: {} })));
      await outside.doc('idos/sin-fecha').set({ n: 1 });
      await store.delete('idos/b');
      const changes: DocumentChange[] = [];
      const watcher = await store.watch({
        collection: 'idos',
        from: null,
        onBatch: async (batch) => void changes.push(...batch.changes),
        onError: (error) => expect.unreachable(String(error)),
        known: async () => ['idos/a', 'idos/b', 'idos/sin-fecha'],
      });
      await expect.poll(() => changes.filter(({ kind }) => kind === 'deleted').map(({ path }) => path), WAIT).toContain('idos/b');
      expect(changes.filter(({ kind }) => kind === 'deleted').map(({ path }) => path)).toEqual(['idos/b']);
      await watcher.close();
    });

    it.each([
      ['all of a small collection', 5_000, { n: 1 }, true],
      ['what was made, of a big one', 0, { createdAt: FieldValue.serverTimestamp() }, false],
    ])('reports, for documents without updatedAt, %s', async (_name, listenWhole, written, seesChanges) => {
      const collection = `sin-hora-${listenWhole}`;
      const changes: DocumentChange[] = [];
      const paths = () => changes.map(({ path }) => path.slice(collection.length + 1));
      let position = '';
      const watch = (from: string | null) =>
        watchFirestore(
          outside,
          {
            collection,
            from,
            onBatch: async (batch) => {
              changes.push(...batch.changes);
              position = batch.position;
            },
            onError: (error) => expect.unreachable(String(error)),
          },
          { listenWhole },
        );
      await outside.doc(`${collection}/antes`).set(written);
      const first = watch(null);
      await expect.poll(paths, WAIT).toContain('antes');
      await outside.doc(`${collection}/llega`).set(written);
      await expect.poll(paths, WAIT).toContain('llega');
      if (seesChanges) {
        const told = changes.length;
        await outside.doc(`${collection}/antes`).update({ n: 2 });
        await expect.poll(() => changes.slice(told).map(({ path }) => path), WAIT).toContain(`${collection}/antes`);
      }
      await first.close();
      // Documents written while nobody watches, one of them with a later `updatedAt` that moves the position on.
      await outside.doc(`${collection}/entretanto`).set(written);
      await outside.doc(`${collection}/con-hora`).set({ updatedAt: Timestamp.fromMillis(Date.now() + 3_600_000) });
      changes.length = 0;
      const second = watch(position);
      await expect.poll(paths, WAIT).toEqual(expect.arrayContaining(['con-hora', 'entretanto']));
      await second.close();
    });

    it('listens only to recent documents of a big collection', async () => {
      await outside.doc('grandes/old').set({ updatedAt: Timestamp.fromMillis(Date.parse('2020-01-01T00:00:00Z')) });
      await store.create('grandes/new', {});
      const changes: DocumentChange[] = [];
      const from = String(Date.now() * 1_000);
      const watcher = watchFirestore(
        outside,
        {
          collection: 'grandes',
          from,
          onBatch: async (batch) => void changes.push(...batch.changes),
          onError: (error) => expect.unreachable(String(error)),
        },
        { listenWhole: 0 },
      );
      await expect.poll(() => changes.map(({ path }) => path), WAIT).toContain('grandes/new');
      await store.create('grandes/a', {});
      await expect.poll(() => changes.map(({ path }) => path), WAIT).toContain('grandes/a');
      await store.delete('grandes/old');
      await store.delete('grandes/a');
      await expect.poll(() => changes.at(-1), WAIT).toMatchObject({ path: 'grandes/a', kind: 'deleted' });
      expect(changes.map(({ path }) => path)).not.toContain('grandes/old');
      await watcher.close();
    });

    it('restarts a failed listener, reports a gap once it listens again, and misses no change', async () => {
      const changes: string[] = [];
      const errors: unknown[] = [];
      const permanent = Object.assign(new Error('PERMISSION_DENIED'), { code: 7 });
      const watcher = watchFirestore(
        withBadListeners(outside, 2, (onError) => queueMicrotask(() => onError(permanent))),
        {
          collection: 'fallas',
          from: null,
          onBatch: async (batch) => void changes.push(...batch.changes.map((change) => change.path)),
          onError: (error) => void errors.push(error),
        },
      );
      await store.create('fallas/a', {});
      await expect.poll(() => changes, WAIT).toContain('fallas/a');
      await expect.poll(() => errors.length, WAIT).toBe(3);
      expect(errors.map((error) => error instanceof WatchGapError)).toEqual([false, false, true]);
      await store.create('fallas/b', {});
      await expect.poll(() => changes, WAIT).toContain('fallas/b');
      expect(errors).toHaveLength(3);
      await watcher.close();
    });

    it('detects a listener that stays silent and catches up on what it withheld', async () => {
      const changes: string[] = [];
      const errors: unknown[] = [];
      let begun = false;
      const watcher = watchFirestore(
        withBadListeners(outside, 1, () => (begun = true)),
        {
          collection: 'calladas',
          from: null,
          onBatch: async (batch) => void changes.push(...batch.changes.map((change) => change.path)),
          onError: (error) => void errors.push(error),
        },
      );
      await expect.poll(() => begun, WAIT).toBe(true);
      await store.create('calladas/a', {});
      await expect.poll(() => errors.length, WAIT).toBe(2);
      expect(errors.map((error) => error instanceof WatchGapError)).toEqual([false, true]);
      expect(changes).toContain('calladas/a');
      await store.create('calladas/b', {});
      await expect.poll(() => changes, WAIT).toContain('calladas/b');
      await watcher.close();
    });

    it('stores nothing for transactions that timed out with 503 while waiting for their turn', async () => {
      const hurried = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: emulator.host, timeoutMs: 300 });
      let release = () => undefined as void;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const write = (n: number) =>
        hurried.transaction(async (tx) => {
          await tx.get('turnos/a');
          await gate;
          tx.create('turnos/a', { n });
        });
      const outcomes = await Promise.allSettled([write(1), write(2), write(3)]);
      expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { status?: number }).status)).toEqual([
        503, 503, 503,
      ]);
      release();
      // Runs only after all earlier transactions have ended.
      await hurried.transaction(async (tx) => void (await tx.get('turnos/a')));
      expect(await store.get('turnos/a')).toBeNull();
      await hurried.close();
    });

    it('reads in smaller parts what does not arrive in time: a scan, also by creation or to inspect, a catch-up, many by path', async () => {
      const batch = outside.batch();
      const paths = Array.from({ length: 300 }, (_none, n) => `pesados/${String(n).padStart(3, '0')}`);
      for (const path of paths) batch.set(outside.doc(path), { updatedAt: Timestamp.now(), createdAt: FieldValue.serverTimestamp() });
      await batch.commit();
      const late = () => Promise.reject(Object.assign(new Error('too late'), { code: GrpcStatus.DEADLINE_EXCEEDED }));
      // As functions: each is called for the query or the store that the library asked.
      const get: (this: Query) => ReturnType<Query['get']> = Reflect.get(Query.prototype, 'get');
      const getAll: (this: Firestore, ...documents: Parameters<Firestore['getAll']>) => ReturnType<Firestore['getAll']> = Reflect.get(
        Firestore.prototype,
        'getAll',
      );
      const limits: number[] = [];
      const limitOf = (query: Query) => (query as unknown as { _queryOptions: { limit?: number } })._queryOptions.limit ?? 0;
      const slowQuery = vi.spyOn(Query.prototype, 'get').mockImplementation(function (this: Query) {
        limits.push(limitOf(this));
        return limitOf(this) > 20 ? late() : get.call(this);
      });
      const slowMany = vi.spyOn(Firestore.prototype, 'getAll').mockImplementation(function (this: Firestore, ...documents) {
        return documents.length > 40 ? late() : getAll.apply(this, documents);
      });
      const scanned: string[] = [];
      for await (const page of store.scan('pesados', { pageSize: 1_000 })) scanned.push(...page.map(({ path }) => path));
      // Larger again after each page that arrived.
      expect(limits.slice(0, 6)).toEqual([1_000, 125, 16, 20, 25, 16]);
      const created: string[] = [];
      for await (const page of store.scanCreated('pesados', { after: null, minimumAgeMs: 0 }))
        created.push(...page.map(({ path }) => path));
      const looked = openFirestoreReadOnly({ main: project, digitalization: project, firestoreEmulatorHost: emulator.host } as never);
      const inspected: string[] = [];
      for await (const page of looked.read('main', { path: 'pesados', documents: 300 }, 300))
        inspected.push(...page.map(({ path }) => path));
      await looked.close();
      expect([created.sort(), inspected.length]).toEqual([paths, 300]);
      const watched = await recordChanges(store, { collection: 'pesados' });
      await expect.poll(() => new Set(watched.paths()).size, WAIT).toBe(300);
      await watched.close();
      expect([scanned, (await store.getMany(paths)).map((document) => document?.path)]).toEqual([paths, paths]);
      slowMany.mockClear();
      const silentPing = vi.spyOn(DocumentReference.prototype, 'get').mockImplementation(late);
      await expect(store.getMany(paths)).rejects.toMatchObject({ code: 'unavailable' });
      silentPing.mockRestore();
      expect(slowMany).toHaveBeenCalledTimes(1);
      slowMany.mockRestore();
      // Not late: contended, or over a quota.
      slowQuery
        .mockClear()
        .mockImplementation(() => Promise.reject(Object.assign(new Error('quota'), { code: GrpcStatus.RESOURCE_EXHAUSTED })));
      await expect(store.scan('pesados')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unavailable' });
      expect(slowQuery).toHaveBeenCalledTimes(1);
      slowQuery.mockRestore();
    });

    it('refuses to watch every collection in one stream', async () => {
      const attempt = store.watch({ collection: '*', from: null, onBatch: async () => undefined, onError: () => undefined });
      expect(store.watchesEverything).toBe(false);
      await expect(attempt).rejects.toMatchObject({ code: 'invalid-input' });
    });

    it('answers unavailable before its timeout when no server responds', async () => {
      const lost = createFirestoreDocumentStore({ project, database: 'main', emulatorHost: '127.0.0.1:1', timeoutMs: 500 });
      const verbs = [
        lost.get('a/b'),
        lost.set('a/b', {}),
        lost.query({ collection: 'a' }),
        lost.batch([{ kind: 'delete', path: 'a/b' }]),
        lost.transaction((tx) => tx.get('a/b')),
        lost.ping(),
      ];
      const outcomes = await Promise.all(
        verbs.map((verb) =>
          verb.then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      );
      expect(outcomes).toEqual(
        verbs.map((): unknown =>
          expect.objectContaining({ code: 'unavailable', status: 503, userMessage: expect.stringContaining('no responde') }),
        ),
      );
      await lost.close();
    });
  });
});

/** The first `count` listeners do only what `begin` does. */
function withBadListeners(firestore: Firestore, count: number, begin: (onError: (error: Error) => void) => void): Firestore {
  let left = count;
  const bind = (target: object, key: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, key);
    return typeof member === 'function' ? (member as (...args: unknown[]) => unknown).bind(target) : member;
  };
  const failing = (query: Query): Query =>
    new Proxy(query, {
      get(target, key) {
        if (key === 'where') return (...args: Parameters<Query['where']>) => failing(target.where(...args));
        if (key !== 'onSnapshot' || left <= 0) return bind(target, key);
        return (_: unknown, onError: (error: Error) => void) => {
          left -= 1;
          begin(onError);
          return () => undefined;
        };
      },
    });
  return new Proxy(firestore, {
    get: (target, key) => (key === 'collection' ? (path: string) => failing(target.collection(path)) : bind(target, key)),
  });
}
