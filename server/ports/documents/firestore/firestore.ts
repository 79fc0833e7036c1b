import { deleteApp, applicationDefault, cert, initializeApp, type App } from 'firebase-admin/app';
import {
  FieldPath,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
  type WriteResult,
  getFirestore,
} from 'firebase-admin/firestore';
import type { Log } from '../../../platform/log/log.ts';
import { withinTime } from '../../../platform/processes/within-time.ts';
import { AppError } from '../../../domain/errors.ts';
import { composeStore, composeTransaction } from '../compose-store.ts';
import { documentNotFound, storeContended } from '../document-errors.ts';
import type { DatabaseName, DocumentStore, DocumentTransaction, Write } from '../document-store.ts';
import { scanCreated } from './creation-order.ts';
import { callFirestore, isPreconditionFailure, isTransactionGone, OPERATION_TIMEOUT_MS } from './errors.ts';
import { collectionOf, readInParts, readPages, readSnapshots, toFirestoreQuery, toStoredDocuments, toStoredInOrder } from './query.ts';
import { mayRepeatParts, toMicros } from './values.ts';
import { watchFirestore } from './watch.ts';
import { addWrite } from './writes.ts';
import { randomUUID } from 'node:crypto';
import type { FirebaseProject } from '../../../config/config.ts';

const SCAN_PAGE = 500;
const MAX_ATTEMPTS = 10;
const TRANSACTION_SHARE = 3;
/** How long a read that was late waits to know whether Firestore answers at all. */
const PING_MS = 2_000;
/** How long closing waits for pending operations. */
const CLOSE_MS = 5_000;

export interface FirestoreOptions extends FirestoreConnection {
  database: DatabaseName;
  /** Time limit of one operation in milliseconds; a transaction gets three times as long. */
  timeoutMs?: number;
  log?: Log;
}

/** The document store on one Firestore project. */
export function createFirestoreDocumentStore(options: FirestoreOptions): DocumentStore {
  const { database, timeoutMs = OPERATION_TIMEOUT_MS } = options;
  const { app, firestore } = connectFirestore(options);
  const running = new Set<Promise<unknown>>();
  /** Limits the time and maps the errors. */
  const call = <Result>(what: string, work: () => Promise<Result>, boundMs = timeoutMs) =>
    callFirestore(what, () => remember(running, work()), boundMs);
  const commit = async (what: string, writes: readonly Write[]) => {
    const results = await call(what, () => commitAll(firestore, writes));
    return results[0] ? toMicros(results[0].writeTime) : 0n;
  };
  const ping = (boundMs = timeoutMs) => call('ping', async () => void (await firestore.doc('configuracion/ping').get()), boundMs);
  const lanes = createLanes();
  const transactionMs = timeoutMs * TRANSACTION_SHARE;
  const store = composeStore({
    database,
    watchesEverything: false,
    readMany: (paths) =>
      readInParts(
        paths,
        (part) => call(`get ${part.length} documents`, async () => toStoredInOrder(await readSnapshots(firestore, part, firestore), part)),
        () => ping(Math.min(timeoutMs, PING_MS)),
      ),
    readQuery: (query) => call(`query ${query.collection}`, async () => toStoredDocuments(await toFirestoreQuery(firestore, query).get())),
    async *scan(collection, { group = false, pageSize = SCAN_PAGE, bare = false } = {}) {
      const whole = collectionOf(firestore, collection, group).orderBy(FieldPath.documentId());
      const pages = readPages(bare ? whole.select() : whole, pageSize, (page) => call(`scan ${collection}`, () => page.get()));
      for await (const found of pages) yield toStoredDocuments(found);
    },
    scanCreated: (collection, options) => scanCreated(collectionOf(firestore, collection, false), call, options),
    async writeOne(write) {
      try {
        return await commit(write.path, [write]);
      } catch (error) {
        // A version mismatch and a missing document return the same code: find out which it was.
        const isConflict = write.kind === 'update' && error instanceof AppError && error.code === 'conflict';
        if (isConflict && (await store.get(write.path)) === null) throw documentNotFound(write.path);
        throw error;
      }
    },
    writeAll: async (writes) => void (await commit(`batch of ${writes.length} from ${writes[0]?.path}`, writes)),
    transaction: (work) => call('transaction', () => runTransaction({ firestore, lanes, transactionMs }, work), transactionMs),
    ping: () => ping(),
    startWatch: (watchOptions) => watchFirestore(firestore, watchOptions),
    async close() {
      // If terminated during a retry, the client library raises errors that nobody can catch.
      const settled = withinTime(Promise.allSettled(running), CLOSE_MS, () => new Error('Firestore does not answer'));
      await settled.then(
        () => firestore.terminate(),
        (error: unknown) => options.log?.warn({ err: error, database, running: running.size }, 'closing without waiting'),
      );
      await deleteApp(app);
    },
  });
  return store;
}

/**
 * All writes, or none. One that may repeat parts of what is stored keeps those as they were read just before, so it also requires that
 * nobody has written the document since; if somebody has, everything is done again.
 */
async function commitAll(firestore: Firestore, writes: readonly Write[]): Promise<WriteResult[]> {
  const paths = writes.filter(mayRepeatParts).map(({ path }) => path);
  for (let attempt = 1, before = ''; ; attempt += 1) {
    const batch = firestore.batch();
    const found = paths.length === 0 ? [] : await readSnapshots(firestore, paths, firestore);
    const snapshots = new Map(found.map((snapshot) => [snapshot.ref.path, snapshot]));
    const guarded = new Set<string>();
    for (const write of writes) {
      const stored = snapshots.get(write.path);
      const isFirst = write.kind === 'update' && !guarded.has(write.path);
      guarded.add(write.path);
      const guard = isFirst && stored?.updateTime ? { ifVersion: write.ifVersion ?? toMicros(stored.updateTime) } : {};
      addWrite(batch, firestore, { ...write, ...guard }, stored?.data());
    }
    try {
      return await batch.commit();
    } catch (error) {
      const versions = found.map(({ updateTime }) => updateTime && toMicros(updateTime)).join();
      if (!isPreconditionFailure(error) || versions === before || attempt === MAX_ATTEMPTS) throw error;
      before = versions;
    }
  }
}

/**
 * Transactions of this process that begin with the same reads run one after the other: sent all at once, Firestore would abort most of
 * them, and its library waits seconds before each retry. Conflicts with other processes are left to the retries. After a timeout was
 * reported nothing is stored any more, except by a commit already on its way.
 */
async function runTransaction<Result>(
  { firestore, lanes, transactionMs }: { firestore: Firestore; lanes: Lanes; transactionMs: number },
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
  // Errors pass unmapped: runTransaction decides by Firestore's own codes what to retry.
  const attempt = async (tx: Transaction): Promise<Result> => {
    assertInTime();
    const writes: Write[] = [];
    const read = new Map<string, DocumentSnapshot>();
    const remembered = <Snapshots extends readonly DocumentSnapshot[]>(snapshots: Snapshots): Snapshots => {
      for (const snapshot of snapshots) read.set(snapshot.ref.path, snapshot);
      return snapshots;
    };
    const readPaths = async (paths: readonly string[]) => {
      await takeTurn(paths);
      return remembered(await readSnapshots(firestore, paths, tx));
    };
    const transaction = composeTransaction({
      readMany: async (paths) => toStoredInOrder(await readPaths(paths), paths),
      async readQuery(query) {
        await takeTurn([query.collection]);
        const found = await tx.get(toFirestoreQuery(firestore, query));
        remembered(found.docs);
        return toStoredDocuments(found);
      },
      add: (write) => writes.push(write),
    });
    const result = await work(transaction);
    const unread = writes.filter((write) => mayRepeatParts(write) && !read.has(write.path)).map(({ path }) => path);
    if (unread.length > 0) await readPaths(unread);
    for (const write of writes) addWrite(tx, firestore, write, read.get(write.path)?.data());
    assertInTime();
    return result;
  };
  try {
    for (;;) {
      try {
        return await firestore.runTransaction(attempt, { maxAttempts: MAX_ATTEMPTS });
      } catch (error) {
        if (!isTransactionGone(error)) throw error;
      }
    }
  } finally {
    (await turn)?.();
  }
}

function remember<Result>(running: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  running.add(work);
  const forget = () => running.delete(work);
  work.then(forget, forget);
  return work;
}

export interface FirestoreConnection {
  project: FirebaseProject;
  /** host:port of Google's emulator. */
  emulatorHost?: string | undefined;
}

/** The emulator needs no credentials, but without any the client library would search the network for some, for seconds. */
const EMULATOR_CREDENTIALS = { client_email: 'emulator@localhost', private_key: 'none' };

/**
 * Guards against a connection silently dropped by a router: nothing asked over it is answered, and the system notices only after a quarter
 * of an hour. While anything is pending, keepalive pings check that the other side is still there.
 */
const KEEPALIVE = { 'grpc.keepalive_time_ms': 30_000, 'grpc.keepalive_timeout_ms': 10_000 };

/** A separate app per store: the two projects and the identity provider never share one. */
export function connectFirestore({ project, emulatorHost }: FirestoreConnection): { app: App; firestore: Firestore } {
  const { projectId, clientEmail, privateKey } = project;
  const credential = clientEmail && privateKey ? cert({ projectId, clientEmail, privateKey }) : applicationDefault();
  const app = initializeApp({ credential, projectId }, `documents-${projectId}-${randomUUID()}`);
  const firestore = getFirestore(app);
  firestore.settings({ ...KEEPALIVE, ...(emulatorHost ? { host: emulatorHost, ssl: false, credentials: EMULATOR_CREDENTIALS } : {}) });
  return { app, firestore };
}

/** Work that shares a key runs in order of arrival, one after the other; other work is not delayed. */
export interface Lanes {
  /** Resolves when it is this work's turn in all its lanes, with a function that passes the turn on. */
  enter(keys: readonly string[]): Promise<() => void>;
}

/** All keys of one piece of work are taken at once, so that two pieces can never wait for each other. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<void>>();
  return {
    async enter(keys) {
      const before = keys.flatMap((key) => last.get(key) ?? []);
      let leave: () => void = () => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      for (const key of keys) last.set(key, left);
      await Promise.all(before);
      return () => {
        leave();
        for (const key of keys) if (last.get(key) === left) last.delete(key);
      };
    },
  };
}
