import { invalidDocument } from './document-errors.ts';
import { parseCollectionPath, parseDocumentPath } from './document-path.ts';
import {
  MAX_TRANSACTION_WRITES,
  MAX_WRITES,
  type DocumentStore,
  type DocumentTransaction,
  type Query,
  type StoredDocument,
} from './document-store.ts';
import type { Watcher, WatchOptions, Write } from './document-store.ts';
import { checkValue } from './document-values.ts';

/** Reads of already validated paths and queries; `readMany` answers in the order of the paths. */
interface Reads {
  readMany(paths: readonly string[]): Promise<(StoredDocument | null)[]>;
  readQuery(query: Query): Promise<StoredDocument[]>;
}

/** What each store implements in its own way; `composeStore` adds what they have in common. */
export interface StoreParts
  extends Reads, Pick<DocumentStore, 'database' | 'watchesEverything' | 'scan' | 'scanCreated' | 'transaction' | 'ping' | 'close'> {
  /** @returns the stored version */
  writeOne(write: Write): Promise<bigint>;
  /** Between one and MAX_WRITES writes, all or none. */
  writeAll(writes: readonly Write[]): Promise<void>;
  startWatch(options: WatchOptions): Watcher;
}

export function composeStore(parts: StoreParts): DocumentStore {
  const watchers = new Set<Watcher>();
  return {
    database: parts.database,
    watchesEverything: parts.watchesEverything,
    ...checkedReads(parts),
    scan: (collection, options) => parts.scan(collection, options),
    scanCreated: (collection, options) => parts.scanCreated(collection, options),
    transaction: (work) => parts.transaction(work),
    ping: () => parts.ping(),
    create: (path, data, { times } = {}) => parts.writeOne({ kind: 'create', path, data, times }),
    set: (path, data) => parts.writeOne({ kind: 'set', path, data }),
    update: (path, changes, { ifVersion, nested, times } = {}) =>
      parts.writeOne({ kind: 'update', path, changes, ifVersion, nested, times }),
    delete: async (path, precondition) => void (await parts.writeOne({ kind: 'delete', path, ...precondition })),
    async batch(writes) {
      if (writes.length > MAX_WRITES) throw invalidDocument(`a batch holds at most ${MAX_WRITES} writes`);
      if (writes.length > 0) await parts.writeAll(writes);
    },
    async watch(options) {
      const watcher = parts.startWatch(options);
      watchers.add(watcher);
      return {
        async close() {
          watchers.delete(watcher);
          await watcher.close();
        },
      };
    },
    async close() {
      await Promise.all([...watchers].map((watcher) => watcher.close()));
      await parts.close();
    },
  };
}

/** The transaction that a store passes to its callback: `add` queues one write, to be stored when the callback is done. */
export function composeTransaction(parts: Reads & { add(write: Write): void }): DocumentTransaction {
  let writes = 0;
  const assertReading = () => {
    if (writes > 0) throw new Error('in a transaction all reads come before the first write');
  };
  const addWrite = (write: Write) => {
    if (writes >= MAX_TRANSACTION_WRITES) throw invalidDocument(`a transaction holds at most ${MAX_TRANSACTION_WRITES} writes`);
    parts.add(write);
    writes += 1;
  };
  return {
    ...checkedReads(parts, assertReading),
    create: (path, data, { times } = {}) => addWrite({ kind: 'create', path, data, times }),
    update: (path, changes, { ifVersion, nested, times } = {}) => addWrite({ kind: 'update', path, changes, ifVersion, nested, times }),
  };
}

function checkedReads(parts: Reads, assertAllowed = () => undefined as void): Pick<DocumentStore, 'get' | 'getMany' | 'query'> {
  const getMany = async (paths: readonly string[]) => {
    assertAllowed();
    paths.forEach(parseDocumentPath);
    return paths.length === 0 ? [] : parts.readMany(paths);
  };
  return {
    getMany,
    get: async (path) => (await getMany([path]))[0] ?? null,
    async query(query) {
      assertAllowed();
      checkQuery(query);
      return parts.readQuery(query);
    },
  };
}

function checkQuery({ collection, where = [], limit }: Query): void {
  parseCollectionPath(collection);
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) throw invalidDocument('limit must be a positive integer');
  for (const { field, op, value } of where) {
    if (typeof field !== 'string' || field === '') throw invalidDocument('a filter needs a field');
    if (op !== '==') throw invalidDocument(`unknown operator ${String(op)}`);
    checkValue(value, field);
  }
}
