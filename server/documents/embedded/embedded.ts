import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { invalidDocument, storeUnavailable } from '../document-errors.ts';
import { parseCollectionPath, parseDocumentPath } from '../document-path.ts';
import { MAX_WRITES, type DatabaseName, type DocumentStore, type Write } from '../document-store.ts';
import { withRetries } from './errors.ts';
import { importDocuments, type ImportedDocument } from './import.ts';
import { readMany, readPage, runQuery } from './query.ts';
import { runTransaction } from './transaction.ts';
import { createWakeUp, type WakeUp } from './wake-up.ts';
import { pruneChanges, watchChanges } from './watch.ts';
import { applyInOrder, applyWrites, encodeWrite } from './writes.ts';
import { createWatcherSet } from '../watcher-set.ts';
import type { Log } from '../../platform/log.ts';
import { inTransaction, type Sql } from '../../platform/sql.ts';

export interface EmbeddedDocumentStore extends DocumentStore {
  /** Bulk way in for seeds and migrations; see embedded-import.ts. Not one transaction. */
  importDocuments(documents: Iterable<ImportedDocument>, options?: { silent?: boolean }): Promise<number>;
  /** Forgets changes and tombstones older than this; see embedded-watch.ts. */
  pruneChanges(olderThan: Date): Promise<number>;
}

const SCAN_PAGE = 1_000;
/** Transactions that wait for one document must leave connections to everybody else. */
const TRANSACTIONS_SHARE = 3;

interface Context {
  sql: Sql;
  database: DatabaseName;
  wakeUp: WakeUp;
}

/** The document store on Postgres JSONB (schema `documents`), for one of the two databases. */
export function createEmbeddedDocumentStore(options: { sql: Sql; database: DatabaseName; log?: Log }): EmbeddedDocumentStore {
  const { sql, database, log } = options;
  const wakeUp = createWakeUp({ sql, database, log });
  const context = { sql, database, wakeUp };
  return {
    database,
    watchesEverything: true,
    ...reads(context),
    ...writes(context),
    ...together(context),
    ...watching(context),
    async importDocuments(documents, { silent = false } = {}) {
      const stored = await importDocuments(sql, database, documents, { silent });
      if (!silent) wakeUp.announce();
      return stored;
    },
    pruneChanges: (olderThan) => withRetries(() => pruneChanges(sql, database, olderThan)),
  };
}

function reads({ sql, database }: Context): Pick<DocumentStore, 'get' | 'getMany' | 'query' | 'scan' | 'ping'> {
  const getMany = async (paths: readonly string[]) => {
    paths.forEach(parseDocumentPath);
    return paths.length === 0 ? [] : withRetries(() => readMany(sql, database, paths));
  };
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    query: async (query) => withRetries(() => runQuery(sql, database, query)),
    async *scan(collection, { group = false, pageSize = SCAN_PAGE, after } = {}) {
      parseCollectionPath(collection);
      let last: string | null = after ?? null;
      for (;;) {
        const from: string | null = last;
        const page = await withRetries(() => readPage(sql, { database, collection, group, pageSize, after: from }));
        if (page.length > 0) yield page;
        last = page.at(-1)?.path ?? null;
        if (page.length < pageSize) return;
      }
    },
    async ping() {
      await sql.query('SELECT 1').catch((error: unknown) => {
        throw storeUnavailable('document store: Postgres does not answer', error);
      });
    },
  };
}

function writes({ sql, database, wakeUp }: Context): Pick<DocumentStore, 'create' | 'set' | 'update' | 'delete'> {
  const writeOne = async (write: Write): Promise<bigint> => {
    const encoded = encodeWrite(write);
    const versions = await withRetries(() => applyWrites(sql, database, [encoded]));
    wakeUp.announce();
    return versions.get(write.path) ?? 0n;
  };
  return {
    create: (path, data) => writeOne({ kind: 'create', path, data }),
    set: (path, data) => writeOne({ kind: 'set', path, data }),
    update: (path, changes, precondition) => writeOne({ kind: 'update', path, changes, ...precondition }),
    delete: async (path, precondition) => void (await writeOne({ kind: 'delete', path, ...precondition })),
  };
}

function together({ sql, database, wakeUp }: Context): Pick<DocumentStore, 'transaction' | 'batch'> {
  const limitTransactions = createConcurrencyLimit(Math.max(1, Math.floor(sql.options.max / TRANSACTIONS_SHARE)));
  return {
    async transaction(work) {
      const { result, wrote } = await limitTransactions(() => withRetries(() => runTransaction(sql, database, work)));
      if (wrote) wakeUp.announce();
      return result;
    },
    async batch(writes) {
      if (writes.length > MAX_WRITES) throw invalidDocument(`a batch holds at most ${MAX_WRITES} writes`);
      const now = new Date();
      const encoded = writes.map((write) => encodeWrite(write, now));
      if (encoded.length === 0) return;
      await withRetries(() => inTransaction(sql, (client) => applyInOrder(client, database, encoded)));
      wakeUp.announce();
    },
  };
}

function watching({ sql, database, wakeUp }: Context): Pick<DocumentStore, 'watch' | 'close'> {
  const watchers = createWatcherSet();
  return {
    watch: async (options) => watchers.add(watchChanges({ sql, database, wakeUp }, options)),
    async close() {
      await watchers.close();
      await wakeUp.close();
    },
  };
}
