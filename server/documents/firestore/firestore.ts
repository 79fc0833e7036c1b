import { deleteApp } from 'firebase-admin/app';
import { FieldPath, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { Log } from '../../platform/log.ts';
import { AppError } from '../../domain/errors.ts';
import { documentNotFound, invalidDocument, storeContended } from '../document-errors.ts';
import { parseDocumentPath } from '../document-path.ts';
import {
  MAX_WRITES,
  type DatabaseName,
  type DocumentStore,
  type DocumentTransaction,
  type StoredDocument,
  type Write,
} from '../document-store.ts';
import { connectFirestore, type FirestoreConnection } from './connection.ts';
import { askFirestore, OPERATION_TIMEOUT_MS } from './errors.ts';
import { collectionOf, toFirestoreQuery } from './query.ts';
import { toMicros, toStored } from './values.ts';
import { watchFirestore } from './watch.ts';
import { addWrite } from './writes.ts';
import { createLanes, type Lanes } from '../lanes.ts';
import { createWatcherSet } from '../watcher-set.ts';

const SCAN_PAGE = 500;
const MAX_ATTEMPTS = 10;
const TRANSACTION_SHARE = 3;
/** How long closing waits for what is still being asked. */
const CLOSE_MS = 5_000;

export interface FirestoreOptions extends FirestoreConnection {
  database: DatabaseName;
  /** Bound on one operation, milliseconds; a transaction has three times as long. */
  timeoutMs?: number;
  log?: Log;
}

interface Context {
  firestore: Firestore;
  /** Bounds the time and maps the errors; `share` multiplies the time. */
  ask: <Result>(what: string, work: () => Promise<Result>, share?: number) => Promise<Result>;
  /** Milliseconds that a transaction may take in all, with its turn and its retries. */
  transactionMs: number;
}

/** The document store on one Firestore project. */
export function createFirestoreDocumentStore(options: FirestoreOptions): DocumentStore {
  const { database, timeoutMs = OPERATION_TIMEOUT_MS } = options;
  const { app, firestore } = connectFirestore(options);
  const running = new Set<Promise<unknown>>();
  const watchers = createWatcherSet();
  const context: Context = {
    firestore,
    ask: (what, work, share = 1) => askFirestore(what, () => remember(running, work()), timeoutMs * share),
    transactionMs: timeoutMs * TRANSACTION_SHARE,
  };
  const read = reads(context);
  return {
    database,
    watchesEverything: false,
    ...read,
    ...writes(context, read.get),
    ...together(context),
    watch: async (watchOptions) => watchers.add(watchFirestore(firestore, watchOptions)),
    async close() {
      await watchers.close();
      // The client library raises errors that nobody can catch when it is terminated while it tries something again.
      if (await settlesWithin(CLOSE_MS, running)) await firestore.terminate();
      else options.log?.warn({ database, running: running.size }, 'Firestore does not answer: closing without waiting');
      await deleteApp(app);
    },
  };
}

function reads({ firestore, ask }: Context): Pick<DocumentStore, 'get' | 'getMany' | 'query' | 'scan' | 'ping'> {
  const getMany: DocumentStore['getMany'] = (paths) =>
    ask(`get ${paths.length} documents`, () => readMany(firestore, paths, (...references) => firestore.getAll(...references)));
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    query: (query) =>
      ask(`query ${query.collection}`, async () => {
        const snapshot = await (await toFirestoreQuery(firestore, query)).get();
        return snapshot.docs.map(toStored).filter((document) => document !== null);
      }),
    async *scan(collection, { group = false, pageSize = SCAN_PAGE, after } = {}) {
      const ordered = collectionOf(firestore, collection, group).orderBy(FieldPath.documentId()).limit(pageSize);
      for (let last = after; ;) {
        const page = last === undefined ? ordered : ordered.startAfter(firestore.doc(last));
        const { docs } = await ask(`scan ${collection}`, () => page.get());
        if (docs.length > 0) yield docs.map(toStored).filter((document) => document !== null);
        if (docs.length < pageSize) return;
        last = docs.at(-1)?.ref.path;
      }
    },
    ping: () => ask('ping', async () => void (await firestore.doc('configuracion/ping').get())),
  };
}

function writes({ firestore, ask }: Context, get: DocumentStore['get']): Pick<DocumentStore, 'create' | 'set' | 'update' | 'delete'> {
  const writeOne = (write: Write): Promise<bigint> =>
    ask(write.path, async () => {
      const batch = firestore.batch();
      addWrite(batch, firestore, write);
      const [result] = await batch.commit();
      return result ? toMicros(result.writeTime) : 0n;
    });
  /** A version that does not match and a document that is gone come back with the same code: look which it was. */
  const update: DocumentStore['update'] = async (path, changes, precondition) => {
    try {
      return await writeOne({ kind: 'update', path, changes, ...precondition });
    } catch (error) {
      if (isConflict(error) && (await get(path)) === null) throw documentNotFound(path);
      throw error;
    }
  };
  return {
    create: (path, data) => writeOne({ kind: 'create', path, data }),
    set: (path, data) => writeOne({ kind: 'set', path, data }),
    update,
    delete: async (path, precondition) => void (await writeOne({ kind: 'delete', path, ...precondition })),
  };
}

function together(context: Context): Pick<DocumentStore, 'transaction' | 'batch'> {
  const { firestore, ask } = context;
  const lanes = createLanes();
  return {
    transaction: (work) => ask('transaction', () => runTransaction(context, lanes, work), TRANSACTION_SHARE),
    async batch(writes) {
      if (writes.length > MAX_WRITES) throw invalidDocument(`a batch holds at most ${MAX_WRITES} writes`);
      if (writes.length === 0) return;
      await ask(`batch of ${writes.length} from ${writes[0]?.path}`, () => {
        const batch = firestore.batch();
        for (const write of writes) addWrite(batch, firestore, write);
        return batch.commit();
      });
    },
  };
}

/**
 * Transactions of this process that begin with the same reads take turns: sent all at once, Firestore would abort most of
 * them, and its library waits seconds before each retry. Against other processes the retries help. Whoever was told that
 * it took too long gets nothing stored any more, but for a commit that is already on its way.
 */
async function runTransaction<Result>(
  { firestore, transactionMs }: Context,
  lanes: Lanes,
  work: (tx: DocumentTransaction) => Promise<Result>,
): Promise<Result> {
  const until = Date.now() + transactionMs;
  const assertInTime = () => {
    if (Date.now() >= until) throw storeContended(new Error(`no turn within ${transactionMs} ms`));
  };
  let turn: Promise<() => void> | undefined;
  const takeTurn = async (keys: readonly string[]) => {
    await (turn ??= lanes.enter(keys));
    assertInTime();
  };
  const attempt = async (tx: Transaction): Promise<Result> => {
    assertInTime();
    const result = await work(wrapTransaction(firestore, tx, takeTurn));
    assertInTime();
    return result;
  };
  try {
    return await firestore.runTransaction(attempt, { maxAttempts: MAX_ATTEMPTS });
  } finally {
    (await turn)?.();
  }
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
function wrapTransaction(firestore: Firestore, tx: Transaction, takeTurn: (keys: readonly string[]) => Promise<void>): DocumentTransaction {
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
    await takeTurn(paths);
    return readMany(firestore, paths, (...references) => tx.getAll(...references));
  };
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    async query(query) {
      assertReading();
      await takeTurn([query.collection]);
      const snapshot = await tx.get(await toFirestoreQuery(firestore, query));
      return snapshot.docs.map(toStored).filter((document) => document !== null);
    },
    create: (path, data) => add({ kind: 'create', path, data }),
    update: (path, changes, precondition) => add({ kind: 'update', path, changes, ...precondition }),
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
