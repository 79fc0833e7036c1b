import { isDeepStrictEqual } from 'node:util';
import type {
  ChangeBatch,
  DocumentStore,
  DocumentTransaction,
  Fields,
  Query,
  StoredDocument,
  Write,
  WritePrecondition,
} from '../document-store.ts';
import { ALL_COLLECTIONS } from '../document-store.ts';
import { withNested } from '../document-values.ts';
import { mapDocuments, type MappedDocuments } from './mapped-documents.ts';
import { mapPaths } from './mapped-paths.ts';
import { storedFor } from './mapped-values.ts';
import type { Mapping } from './mapping.ts';

/** Maximum number of store queries for one query whose values may be stored in several ways. */
const QUERIES_MAX = 12;

type Where = NonNullable<Query['where']>;
type Reads = Pick<DocumentStore, 'getMany' | 'query'>;

/**
 * A decorator of the document store: callers use the portal's names, and the store behind keeps those of other programs. Versions, order
 * and positions are those of the store behind.
 */
export function createMappedStore(store: DocumentStore, mapping: Mapping): DocumentStore {
  const collections = mapping.filter(({ database }) => database === store.database);
  const paths = mapPaths(collections);
  const documents = new Map(collections.map((collection) => [collection, mapDocuments(collection)]));
  const documentsAt = (path: string): MappedDocuments | undefined => {
    const collection = paths.collectionAt(path);
    return collection && documents.get(collection);
  };

  /** null if the portal has no name for it. */
  const toPortal = (document: StoredDocument): StoredDocument | null => {
    const path = paths.toPortal(document.path);
    if (path === null) return null;
    const collection = path.slice(0, path.length - document.id.length - 1);
    return { ...document, path, collection, data: documentsAt(path)?.toPortal(document.data) ?? document.data };
  };
  const toPortalAll = (found: readonly StoredDocument[]) => found.flatMap((document) => toPortal(document) ?? []);
  async function* toPortalPages(pages: AsyncIterable<StoredDocument[]>): AsyncIterable<StoredDocument[]> {
    for await (const page of pages) {
      const known = toPortalAll(page);
      if (known.length > 0) yield known;
    }
  }

  const getMany = async (reads: Pick<Reads, 'getMany'>, wanted: readonly string[]) =>
    (await reads.getMany(wanted.map(paths.toForeign))).map((document) => document && toPortal(document));

  const query = async (reads: Pick<Reads, 'query'>, request: Query): Promise<StoredDocument[]> => {
    const collection = paths.toForeign(request.collection);
    const mapped = documentsAt(request.collection);
    const { where = [], limit } = request;
    if (!mapped || where.length === 0) return toPortalAll(await reads.query({ ...request, collection }));
    const { questions, isExact } = storeQueriesFor(mapped, where);
    const bound = isExact && limit !== undefined ? { limit } : {};
    const found = new Map<string, StoredDocument>();
    for (const question of questions) {
      const stored = await reads.query({ collection, where: question, ...bound });
      for (const document of toPortalAll(stored)) if (isFound(document.data, where)) found.set(document.path, document);
    }
    return [...found.values()].sort(byId).slice(0, limit);
  };

  /** Writes in the store's names, each translated on the result of the previous ones. */
  const translate = (writes: readonly Write[], stored: ReadonlyMap<string, Fields | null>): Write[] => {
    const present = new Map(stored);
    return writes.map((write) => {
      const path = paths.toForeign(write.path);
      const foreign = documentsAt(write.path)?.toForeign(write, path, present.get(path) ?? null) ?? { ...write, path };
      present.set(path, after(foreign, present.get(path) ?? null));
      return foreign;
    });
  };
  const translateReading = async (reads: Pick<Reads, 'getMany'>, writes: readonly Write[], known: ReadonlyMap<string, Fields | null>) => {
    const needed = writes.filter((write) => documentsAt(write.path)?.needsStored(write)).map(({ path }) => paths.toForeign(path));
    const missing = [...new Set(needed)].filter((path) => !known.has(path));
    const found = missing.length > 0 ? await reads.getMany(missing) : [];
    return translate(writes, new Map([...known, ...missing.map((path, index) => [path, found[index]?.data ?? null] as const)]));
  };
  const translateOne = async (write: Write): Promise<Write> => (await translateReading(store, [write], new Map()))[0] ?? write;

  return {
    database: store.database,
    watchesEverything: store.watchesEverything,
    fixed: (collection) => documentsAt(collection)?.fixed ?? {},
    parts: (collection) => documentsAt(collection)?.parts ?? [],
    get: async (path) => (await getMany(store, [path]))[0] ?? null,
    getMany: (wanted) => getMany(store, wanted),
    query: (request) => query(store, request),
    async create(path, data) {
      return apply(store, await translateOne({ kind: 'create', path, data }));
    },
    async set(path, data) {
      return apply(store, await translateOne({ kind: 'set', path, data }));
    },
    async update(path, changes, precondition) {
      return apply(store, await translateOne({ kind: 'update', path, changes, ...precondition }));
    },
    delete: (path, precondition) => store.delete(paths.toForeign(path), precondition),
    async batch(writes) {
      await store.batch(await translateReading(store, writes, new Map()));
    },
    transaction: (work) =>
      store.transaction(async (tx) => {
        const mapped = new MappedTransaction(tx, { getMany, query });
        const result = await work(mapped);
        const writes = await translateReading(tx, mapped.writes, mapped.read);
        for (const write of writes) applyIn(tx, write);
        return result;
      }),
    scan: (collection, options = {}) =>
      toPortalPages(store.scan(options.group ? paths.groupToForeign(collection) : paths.toForeign(collection), options)),
    scanCreated(collection, options) {
      const after = options.after && { ...options.after, path: paths.toForeign(options.after.path) };
      const times = documentsAt(collection)?.times;
      return toPortalPages(store.scanCreated(paths.toForeign(collection), { ...options, after, ...(times && { times }) }));
    },
    watch(options) {
      const { collection, group = false } = options;
      const isAll = collection === ALL_COLLECTIONS;
      const mapped = isAll
        ? undefined
        : group
          ? collections.find(({ key }) => key.endsWith(`/${collection}`))
          : paths.collectionAt(collection);
      const times = mapped && documents.get(mapped)?.times;
      return store.watch({
        ...options,
        collection: isAll ? collection : group ? paths.groupToForeign(collection) : paths.toForeign(collection),
        ...(times && { times }),
        onBatch: (batch) => options.onBatch(toPortalBatch(batch, paths.toPortal)),
        ...(options.known && { known: async () => ((await options.known?.()) ?? []).map(paths.toForeign) }),
      });
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** Reads of the store behind, in the portal's names. */
interface PortalReads {
  getMany(reads: Pick<Reads, 'getMany'>, wanted: readonly string[]): Promise<(StoredDocument | null)[]>;
  query(reads: Pick<Reads, 'query'>, request: Query): Promise<StoredDocument[]>;
}

/** Collects the writes until the callback is done: their translation depends on what is stored, and reads must precede the first write. */
class MappedTransaction implements DocumentTransaction {
  readonly writes: Write[] = [];
  /** What was read, as stored. */
  readonly read = new Map<string, Fields | null>();
  readonly #reads: Reads;
  readonly #portal: PortalReads;

  constructor(tx: DocumentTransaction, portal: PortalReads) {
    this.#portal = portal;
    this.#reads = {
      getMany: async (wanted) => {
        const found = await tx.getMany(wanted);
        wanted.forEach((path, index) => this.read.set(path, found[index]?.data ?? null));
        return found;
      },
      query: async (request) => {
        const found = await tx.query(request);
        for (const { path, data } of found) this.read.set(path, data);
        return found;
      },
    };
  }

  async get(path: string): Promise<StoredDocument | null> {
    return (await this.getMany([path]))[0] ?? null;
  }

  async getMany(wanted: readonly string[]): Promise<(StoredDocument | null)[]> {
    this.#requireReading();
    return this.#portal.getMany(this.#reads, wanted);
  }

  async query(request: Query): Promise<StoredDocument[]> {
    this.#requireReading();
    return this.#portal.query(this.#reads, request);
  }

  create(path: string, data: Fields): void {
    this.writes.push({ kind: 'create', path, data });
  }

  update(path: string, changes: Fields, precondition?: WritePrecondition): void {
    this.writes.push({ kind: 'update', path, changes, ...precondition });
  }

  #requireReading(): void {
    if (this.writes.length > 0) throw new Error('in a transaction all reads come before the first write');
  }
}

function apply(store: DocumentStore, write: Write): Promise<bigint> {
  if (write.kind === 'create') return store.create(write.path, write.data, write);
  if (write.kind === 'update') return store.update(write.path, write.changes, write);
  if (write.kind === 'set') return store.set(write.path, write.data);
  throw new Error('a delete needs no translation');
}

function applyIn(tx: DocumentTransaction, write: Write): void {
  if (write.kind === 'create') tx.create(write.path, write.data, write);
  else if (write.kind === 'update') tx.update(write.path, write.changes, write);
}

/** The document after a write; times set by the store are unknown, and do not matter here. */
function after(write: Write, stored: Fields | null): Fields | null {
  if (write.kind === 'delete') return null;
  return write.kind === 'update' ? stored && withNested({ ...stored, ...write.changes }, write.nested ?? []) : write.data;
}

/** The store queries whose combined results contain everything wanted; exact if they contain nothing more. */
function storeQueriesFor(mapped: MappedDocuments, where: Where): { questions: Where[]; isExact: boolean } {
  let questions: Where[] = [[]];
  let isExact = true;
  for (const { field, op, value } of where) {
    const known = mapped.fieldNamed(field);
    const stored = known ? storedFor(known, value) : [value];
    const name = mapped.storedName(field);
    if (stored === null || name === null || questions.length * stored.length > QUERIES_MAX) isExact = false;
    else questions = questions.flatMap((question) => stored.map((one) => [...question, { field: name, op, value: one }]));
  }
  return { questions, isExact };
}

function isFound(data: Fields, where: Where): boolean {
  return where.every(({ field, value }) => Object.hasOwn(data, field) && isDeepStrictEqual(data[field], value));
}

function byId(one: StoredDocument, other: StoredDocument): number {
  return Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
}

function toPortalBatch({ changes, position }: ChangeBatch, toPortal: (path: string) => string | null): ChangeBatch {
  return {
    changes: changes.flatMap((change) => {
      const path = toPortal(change.path);
      return path === null ? [] : [{ ...change, path }];
    }),
    position,
  };
}
