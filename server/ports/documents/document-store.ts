/**
 * The system of record, behind a port. Two implementations keep one contract (document-store.contract.ts):
 * embedded.ts (Postgres JSONB) and firestore.ts (firebase-admin). One store per cloud project.
 *
 * Paths are Firestore's: `agencias/abc`, `productos_servicios/x/productos/y`. A collection path has an odd number of
 * segments, a document path an even number.
 */
export type DatabaseName = 'main' | 'digitalization';
export const DATABASES: readonly DatabaseName[] = ['main', 'digitalization'];

/** Maximum per batch, which every store accepts at once. */
export const MAX_WRITES = 500;
/**
 * Maximum per transaction. Firestore limits its bytes (10 MB), no longer the number: 500 records with an audit entry each, and what they
 * move.
 */
export const MAX_TRANSACTION_WRITES = 2_000;

/**
 * A store that follows documents by their update time (Firestore) watches a whole collection up to this size: then writes of other programs
 * without that time are not missed.
 */
export const WATCHED_WHOLE = 5_000;

/** Value of `watch` for all collections at once, on a store that `watchesEverything`. */
export const ALL_COLLECTIONS = '*';

export type FieldValue = null | boolean | number | string | Date | readonly FieldValue[] | { readonly [field: string]: FieldValue };

export type Fields = { readonly [field: string]: FieldValue };

export interface StoredDocument {
  /** Full path, e.g. `agencias/abc`. */
  path: string;
  /** Last segment of the path. */
  id: string;
  /** Path of the collection that holds it, e.g. `agencias`. */
  collection: string;
  data: Fields;
  /** Server time of the last write in microseconds since 1970: grows with every write of this document, even across delete and create. */
  version: bigint;
  /** Server time of creation, microseconds since 1970. */
  createdVersion: bigint;
}

/**
 * For checks inside writes: documents of one collection whose fields all equal the given values, by ascending id. Screens use the read
 * model.
 */
export interface Query {
  /** Collection path. */
  collection: string;
  /** A map or list must be equal as a whole. */
  where?: readonly { field: string; op: '=='; value: FieldValue }[];
  limit?: number;
}

/** A position in the creation order: by created version, then by path. */
export interface CreationPlace {
  createdVersion: bigint;
  path: string;
}

export interface CreatedOptions {
  /** Start after this position; null starts with the oldest document. */
  after: CreationPlace | null;
  /** Excludes documents created less than this many milliseconds ago, by the store's own clock. */
  minimumAgeMs: number;
  /** Includes documents that claim a creation long before their real one (imports). Reads more on Firestore. */
  imported?: boolean;
  pageSize?: number;
  times?: NamesOfTimes;
}

/** Field names of the generic times in a collection of other programs; null for one that it lacks. */
interface NamesOfTimes {
  createdAt: string | null;
  updatedAt: string | null;
}

export interface WritePrecondition {
  /** Fails with `conflict` unless the stored document still has this version. */
  ifVersion?: bigint;
}

/** Options for writes to a collection of other programs. */
interface WrittenTimes {
  /** Fields that get the time of the write, in place of the generic ones, none of which is added then. */
  times?: readonly string[];
}

/** Change of one field within a map: its other fields stay. */
export interface NestedChange {
  /** At least two names, from the document's top level down; a value on the way that is not a map becomes one. */
  place: readonly string[];
  value: FieldValue;
}

interface UpdateOptions extends WritePrecondition, WrittenTimes {
  nested?: readonly NestedChange[];
}

export type Write =
  | ({ kind: 'create'; path: string; data: Fields } & WrittenTimes)
  | { kind: 'set'; path: string; data: Fields }
  | ({ kind: 'update'; path: string; changes: Fields } & UpdateOptions)
  | ({ kind: 'delete'; path: string } & WritePrecondition);

/** In a transaction all reads precede the first write; the writes are stored together or not at all. */
export interface DocumentTransaction {
  get(path: string): Promise<StoredDocument | null>;
  getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]>;
  query(query: Query): Promise<StoredDocument[]>;
  /** Adds the generic fields isActive, createdAt, updatedAt. Fails with `conflict` when the path exists. */
  create(path: string, data: Fields, options?: WrittenTimes): void;
  /** Replaces the named top-level fields and sets updatedAt, whatever the changes contain for it. Fails with `not-found` when missing. */
  update(path: string, changes: Fields, options?: UpdateOptions): void;
}

export interface DocumentChange {
  path: string;
  /** Version of the change; for a delete, the time it was observed. */
  version: bigint;
  /** Only a hint: the document may have changed again since, so read it before relying on either. */
  kind: 'changed' | 'deleted';
}

export interface ChangeBatch {
  changes: readonly DocumentChange[];
  /** Opaque position after this batch: pass it to `watch` to continue from here. */
  position: string;
}

export interface WatchOptions {
  /**
   * Collection path (with `group: true` its last segment), or ALL_COLLECTIONS where the store `watchesEverything`.
   */
  collection: string;
  group?: boolean;
  /** Position to continue from; null starts with the oldest change still known. */
  from: string | null;
  /** Called with one batch at a time (≤ 1000 changes); the next one waits for the promise. A rejection is retried with back-off. */
  onBatch(batch: ChangeBatch): Promise<void>;
  /** Errors after which watching retries by itself; a WatchGapError asks for a reconcile. */
  onError(error: unknown): void;
  /**
   * Paths that the reader believes to exist. A store that does not record deletes while nobody watches (Firestore) reports those it cannot
   * find as deleted when it starts listening to a whole collection.
   */
  known?(): Promise<readonly string[]>;
  times?: NamesOfTimes;
}

export interface Watcher {
  close(): Promise<void>;
}

/**
 * create/set/update/delete return the stored version. Errors are AppErrors: `conflict`, `not-found`, `invalid-input` (a value that cannot
 * be stored: undefined, NaN, function, over 1 MiB), `unavailable` (store unreachable, or too much contention). After `unavailable` a write
 * may still have been stored: deterministic ids and `ifVersion` make a retry safe. A `set` that changes nothing may keep its version
 * (Firestore).
 *
 * Generic fields (docs/specification.md section 3): `create` adds isActive true, createdAt and updatedAt unless given; `update` sets
 * updatedAt. A record is removed by `isActive` false and restored by true.
 */
export interface DocumentStore {
  readonly database: DatabaseName;
  /** True: one `watch` of `*` sees every collection. False (Firestore): each collection is watched separately. */
  readonly watchesEverything: boolean;
  /** Read-only fields of a collection that other programs store differently: by name, a sentence that says why. */
  readonly fixed?: (collection: string) => Readonly<Record<string, string>>;
  /** Fields of a collection that other programs store, of which the portal makes one of its own. */
  readonly parts?: (collection: string) => readonly string[];
  get(path: string): Promise<StoredDocument | null>;
  /** In the order of the paths; null for missing documents. */
  getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]>;
  create(path: string, data: Fields, options?: WrittenTimes): Promise<bigint>;
  /** Writes the whole document exactly as given, creating or replacing it. */
  set(path: string, data: Fields): Promise<bigint>;
  update(path: string, changes: Fields, options?: UpdateOptions): Promise<bigint>;
  delete(path: string, precondition?: WritePrecondition): Promise<void>;
  query(query: Query): Promise<StoredDocument[]>;
  /** Retries on contention; `work` may run more than once, so it must have no other side effects. */
  transaction<Result>(work: (tx: DocumentTransaction) => Promise<Result>): Promise<Result>;
  /** Up to 500 writes, all or none. */
  batch(writes: readonly Write[]): Promise<void>;
  /** Every document of a collection by ascending path, in pages; consistent enough for rebuild and verify. `bare` omits their data. */
  scan(collection: string, options?: { group?: boolean; pageSize?: number; bare?: boolean }): AsyncIterable<StoredDocument[]>;
  /**
   * Documents of a collection in creation order, in pages, only up to the point after which nothing can be inserted before: continuing
   * later after the last position misses none. On Firestore `createdAt` must be the server's creation time: documents without it, or with a
   * later one, are not found.
   */
  scanCreated(collection: string, options: CreatedOptions): AsyncIterable<StoredDocument[]>;
  watch(options: WatchOptions): Promise<Watcher>;
  /** Resolves when the store answers; throws `unavailable` otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type Documents = Readonly<Record<DatabaseName, DocumentStore>>;
