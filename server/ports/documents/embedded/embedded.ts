import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts';
import { composeStore } from '../compose-store.ts';
import { storeUnavailable } from '../document-errors.ts';
import type { DatabaseName, DocumentStore } from '../document-store.ts';
import { scanCreated } from './creation-order.ts';
import { withRetries } from './errors.ts';
import { importDocuments, type ImportedDocument } from './import.ts';
import { readDocuments, readMany } from './query.ts';
import { runTransaction } from './transaction.ts';
import { createWakeUp } from './wake-up.ts';
import { pruneChanges, watchChanges } from './watch.ts';
import { applyInOrder, applyWrites, encodeWrite } from './writes.ts';
import type { Log } from '../../../platform/log/log.ts';
import { inTransaction, type Sql } from '../../../platform/sql/sql.ts';

export interface EmbeddedDocumentStore extends DocumentStore {
  /** Bulk import for seeds and migrations; see import.ts. Not one transaction. */
  importDocuments(documents: Iterable<ImportedDocument>, options?: { silent?: boolean }): Promise<number>;
  /** Deletes changes and tombstones older than this; see watch.ts. */
  pruneChanges(olderThan: Date): Promise<number>;
}

const SCAN_PAGE = 1_000;
/** Transactions waiting for one document must leave connections for everybody else. */
const TRANSACTIONS_SHARE = 3;

/** The document store on Postgres JSONB (schema `documents`), for one of the two databases. */
export function createEmbeddedDocumentStore(options: { sql: Sql; database: DatabaseName; log?: Log }): EmbeddedDocumentStore {
  const { sql, database, log } = options;
  const wakeUp = createWakeUp({ sql, database, log });
  const limitTransactions = createConcurrencyLimit(Math.max(1, Math.floor(sql.options.max / TRANSACTIONS_SHARE)));
  const store = composeStore({
    database,
    watchesEverything: true,
    readMany: (paths) => withRetries(() => readMany(sql, database, paths)),
    readQuery: (query) => withRetries(() => readDocuments(sql, database, query)),
    async *scan(collection, { group = false, pageSize = SCAN_PAGE, bare = false } = {}) {
      for (let after: string | undefined, isLast = false; !isLast;) {
        const page = await withRetries(() => readDocuments(sql, database, { collection, group, bare, limit: pageSize, after }));
        if (page.length > 0) yield page;
        after = page.at(-1)?.path;
        isLast = page.length < pageSize;
      }
    },
    scanCreated: (collection, options) => scanCreated(sql, database, collection, options),
    async writeOne(write) {
      const encoded = encodeWrite(write);
      const versions = await withRetries(() =>
        encoded.nested.length === 0
          ? applyWrites(sql, database, [encoded])
          : inTransaction(sql, (client) => applyInOrder(client, database, [encoded])),
      );
      wakeUp.announce();
      return versions.get(write.path) ?? 0n;
    },
    async writeAll(writes) {
      const now = new Date();
      const encoded = writes.map((write) => encodeWrite(write, now));
      await withRetries(() => inTransaction(sql, (client) => applyInOrder(client, database, encoded)));
      wakeUp.announce();
    },
    async transaction(work) {
      const { result, wrote } = await limitTransactions(() => withRetries(() => runTransaction(sql, database, work)));
      if (wrote) wakeUp.announce();
      return result;
    },
    startWatch: (watchOptions) => watchChanges({ sql, database, wakeUp }, watchOptions),
    async ping() {
      await sql.query('SELECT 1').catch((error: unknown) => {
        throw storeUnavailable('document store: Postgres does not answer', error);
      });
    },
    close: () => wakeUp.close(),
  });
  return {
    ...store,
    async importDocuments(documents, { silent = false } = {}) {
      const stored = await importDocuments(sql, database, documents, { silent });
      if (!silent) wakeUp.announce();
      return stored;
    },
    pruneChanges: (olderThan) => withRetries(() => pruneChanges(sql, database, olderThan)),
  };
}
