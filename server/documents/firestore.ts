import { randomUUID } from 'node:crypto';
import { applicationDefault, cert, deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { FieldPath, getFirestore, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { FirebaseProject } from '../config.ts';
import type { Log } from '../log.ts';
import { AppError } from '../domain/errors.ts';
import { documentNotFound, invalidDocument } from './document-errors.ts';
import { parseDocumentPath } from './document-path.ts';
import { MAX_WRITES, type DatabaseName, type DocumentStore, type DocumentTransaction, type StoredDocument, type Watcher, type Write } from './document-store.ts';
import { askFirestore, OPERATION_TIMEOUT_MS } from './firestore-errors.ts';
import { collectionOf, toFirestoreQuery } from './firestore-query.ts';
import { toMicros, toStored } from './firestore-values.ts';
import { watchFirestore } from './firestore-watch.ts';
import { addWrite } from './firestore-writes.ts';

const SCAN_PAGE = 500;
const MAX_ATTEMPTS = 10;
const TRANSACTION_SHARE = 3;
/** How long closing waits for what is still being asked. */
const CLOSE_MS = 5_000;

export interface FirestoreOptions {
  project: FirebaseProject;
  database: DatabaseName;
  /** host:port of Google's emulator. */
  emulatorHost?: string | undefined;
  /** Bound on one operation, milliseconds; a transaction has three times as long. */
  timeoutMs?: number;
  log?: Log;
}

/** The document store on one Firestore project. */
export function createFirestoreDocumentStore(options: FirestoreOptions): DocumentStore {
  const { database, timeoutMs = OPERATION_TIMEOUT_MS } = options;
  const running = new Set<Promise<unknown>>();
  const ask = <Result>(what: string, work: () => Promise<Result>, share = 1): Promise<Result> =>
    askFirestore(what, () => remember(running, work()), timeoutMs * share);
  const { app, firestore } = connect(options);
  const watchers = new Set<Watcher>();

  const writeOne = (write: Write): Promise<bigint> =>
    ask(write.path, async () => {
      const batch = firestore.batch();
      addWrite(batch, firestore, write);
      const [result] = await batch.commit();
      return result ? toMicros(result.writeTime) : 0n;
    });

  /** A version that does not match and a document that is gone come back with the same code: look which it was. */
  const update = async (write: Extract<Write, { kind: 'update' }>): Promise<bigint> => {
    try {
      return await writeOne(write);
    } catch (error) {
      if (isConflict(error) && (await store.get(write.path)) === null) throw documentNotFound(write.path);
      throw error;
    }
  };

  const store: DocumentStore = {
    database,
    watchesEverything: false,
    get: async (path) => (await store.getMany([path]))[0] ?? null,
    getMany: (paths) => ask(`get ${paths.length} documents`, () => readMany(firestore, paths, (...references) => firestore.getAll(...references))),
    create: (path, data) => writeOne({ kind: 'create', path, data }),
    set: (path, data) => writeOne({ kind: 'set', path, data }),
    update: (path, changes, precondition) => update({ kind: 'update', path, changes, ...precondition }),
    delete: async (path, precondition) => void (await writeOne({ kind: 'delete', path, ...precondition })),
    softDelete: (path, precondition) => store.update(path, { isActive: false }, precondition),
    restore: (path, precondition) => store.update(path, { isActive: true }, precondition),
    query: (query) =>
      ask(`query ${query.collection}`, async () => {
        const snapshot = await (await toFirestoreQuery(firestore, query)).get();
        return snapshot.docs.map(toStored).filter((document) => document !== null);
      }),
    transaction: (work) =>
      ask('transaction', () => firestore.runTransaction((tx) => work(wrapTransaction(firestore, tx)), { maxAttempts: MAX_ATTEMPTS }), TRANSACTION_SHARE),
    async batch(writes) {
      if (writes.length > MAX_WRITES) throw invalidDocument(`a batch holds at most ${MAX_WRITES} writes`);
      if (writes.length === 0) return;
      await ask(`batch of ${writes.length} from ${writes[0]?.path}`, () => {
        const batch = firestore.batch();
        for (const write of writes) addWrite(batch, firestore, write);
        return batch.commit();
      });
    },
    async *scan(collection, { group = false, pageSize = SCAN_PAGE, after } = {}) {
      const ordered = collectionOf(firestore, collection, group).orderBy(FieldPath.documentId()).limit(pageSize);
      for (let last = after; ; ) {
        const page = last === undefined ? ordered : ordered.startAfter(firestore.doc(last));
        const { docs } = await ask(`scan ${collection}`, () => page.get());
        if (docs.length > 0) yield docs.map(toStored).filter((document) => document !== null);
        if (docs.length < pageSize) return;
        last = docs.at(-1)?.ref.path;
      }
    },
    async watch(watchOptions) {
      const watcher = watchFirestore(firestore, watchOptions);
      watchers.add(watcher);
      return {
        async close() {
          watchers.delete(watcher);
          await watcher.close();
        },
      };
    },
    ping: () => ask('ping', async () => void (await firestore.doc('configuracion/ping').get())),
    async close() {
      await Promise.all([...watchers].map((watcher) => watcher.close()));
      // The client library raises errors that nobody can catch when it is terminated while it tries something again.
      if (await settlesWithin(CLOSE_MS, running)) await firestore.terminate();
      else options.log?.warn({ database, running: running.size }, 'Firestore does not answer: closing without waiting');
      await deleteApp(app);
    },
  };
  return store;
}

/** An app of its own per store: the two projects and the identity provider never share one. */
function connect({ project, database, emulatorHost }: FirestoreOptions): { app: App; firestore: Firestore } {
  const { projectId, clientEmail, privateKey } = project;
  const credential = clientEmail && privateKey ? cert({ projectId, clientEmail, privateKey }) : applicationDefault();
  const app = initializeApp({ credential, projectId }, `documents-${database}-${randomUUID()}`);
  const firestore = getFirestore(app);
  if (emulatorHost) firestore.settings({ host: emulatorHost, ssl: false });
  return { app, firestore };
}

async function readMany(
  firestore: Firestore,
  paths: readonly string[],
  getAll: (...references: FirebaseFirestore.DocumentReference[]) => Promise<FirebaseFirestore.DocumentSnapshot[]>,
): Promise<(StoredDocument | null)[]> {
  paths.forEach(parseDocumentPath);
  if (paths.length === 0) return [];
  const unique = [...new Set(paths)];
  const snapshots = await getAll(...unique.map((path) => firestore.doc(path)));
  const found = new Map(snapshots.map((snapshot) => [snapshot.ref.path, toStored(snapshot)]));
  return paths.map((path) => found.get(path) ?? null);
}

/** Errors pass unmapped: runTransaction tells by Firestore's own codes what it may try again. */
function wrapTransaction(firestore: Firestore, tx: Transaction): DocumentTransaction {
  let writes = 0;
  const assertReading = () => {
    if (writes > 0) throw new Error('in a transaction all reads come before the first write');
  };
  const add = (write: Write) => {
    writes += 1;
    if (writes > MAX_WRITES) throw invalidDocument(`a transaction holds at most ${MAX_WRITES} writes`);
    addWrite(tx, firestore, write);
  };
  const getMany: DocumentTransaction['getMany'] = async (paths) => {
    assertReading();
    return readMany(firestore, paths, (...references) => tx.getAll(...references));
  };
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    async query(query) {
      assertReading();
      const snapshot = await tx.get(await toFirestoreQuery(firestore, query));
      return snapshot.docs.map(toStored).filter((document) => document !== null);
    },
    create: (path, data) => add({ kind: 'create', path, data }),
    set: (path, data) => add({ kind: 'set', path, data }),
    update: (path, changes, precondition) => add({ kind: 'update', path, changes, ...precondition }),
    delete: (path, precondition) => add({ kind: 'delete', path, ...precondition }),
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict';
}

function remember<Result>(running: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  running.add(work);
  const forget = () => running.delete(work);
  work.then(forget, forget);
  return work;
}

async function settlesWithin(milliseconds: number, work: ReadonlySet<Promise<unknown>>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const settled = await Promise.race([Promise.allSettled(work).then(() => true), tooLong]);
  clearTimeout(timer);
  return settled;
}
