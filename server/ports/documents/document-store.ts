/**
 * The system of record, behind a port. Two implementations keep one contract (document-store.contract.ts):
 * embedded.ts (Postgres JSONB) and firestore.ts (firebase-admin). One store per cloud project.
 *
 * Paths are Firestore's: `agencias/abc`, `productos_servicios/x/productos/y`. A collection path has an odd number of
 * segments, a document path an even number.
 */
export type DatabaseName = 'main' | 'digitalization';
export const DATABASES: readonly DatabaseName[] = ['main', 'digitalization'];

/** Of one batch: as many as every store takes at once. */
export const MAX_WRITES = 500;
/** Of one transaction. Firestore bounds its bytes (10 MB), no more their number: 500 records with an audit entry each, and what they move. */
export const MAX_TRANSACTION_WRITES = 2_000;

/**
 * A store that follows documents by the time of their change (Firestore) watches a collection of up to so many as a whole: then nothing
 * that another program writes without that time is missed.
 */
export const WATCHED_WHOLE = 5_000;

/** What `watch` takes for every collection at once, on a store that `watchesEverything`. */
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
  /** Server time of the last write, microseconds since 1970: grows with every write of this document, even after delete and create. */
  version: bigint;
  /** Server time of creation, microseconds since 1970. */
  createdVersion: bigint;
}

/**
 * For checks inside writes: documents of one collection whose fields all equal the asked values, by ascending id. Screens
 * have the read model.
 */
export interface Query {
  /** Collection path. */
  collection: string;
  /** A map or list is equal as a whole. */
  where?: readonly { field: string; op: '=='; value: FieldValue }[];
  limit?: number;
}

/** A place in the order of creation: by created version, then by path. */
export interface CreationPlace {
  createdVersion: bigint;
  path: string;
}

export interface CreatedOptions {
  /** Begin after this place; null for the oldest. */
  after: CreationPlace | null;
  /** Leave out what was created less than this many milliseconds ago, by the store's own clock. */
  minimumAgeMs: number;
  /** Also what says of itself that it was created long before it was (imports). Reads more on Firestore. */
  imported?: boolean;
  pageSize?: number;
  times?: NamesOfTimes;
}

/** Fields in which a collection of other programs has its generic times; null for one that it has not. */
interface NamesOfTimes {
  createdAt: string | null;
  updatedAt: string | null;
}

export interface WritePrecondition {
  /** Fails with `conflict` unless the stored document still has this version. */
  ifVersion?: bigint;
}

/** What is written of a collection of other programs. */
interface WrittenTimes {
  /** Fields that get the time of the write: these instead of the generic ones, none of which is added then. */
  times?: readonly string[];
}

/** A field of a map: the map's others stay. */
export interface NestedChange {
  /** At least two names, from the document downward; what is no map becomes one. */
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

/** Inside a transaction: all reads come before the first write; writes happen together or not at all. */
export interface DocumentTransaction {
  get(path: string): Promise<StoredDocument | null>;
  getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]>;
  query(query: Query): Promise<StoredDocument[]>;
  /** Adds the generic fields isActive, createdAt, updatedAt. Fails with `conflict` when the path exists. */
  create(path: string, data: Fields, options?: WrittenTimes): void;
  /** Replaces the named top-level fields and sets updatedAt, whatever the changes say of it. Fails with `not-found` when missing. */
  update(path: string, changes: Fields, options?: UpdateOptions): void;
}

export interface DocumentChange {
  path: string;
  /** Version of the change; for a delete, the time it was seen. */
  version: bigint;
  /** A hint: the document may have changed again since, so read it before believing either. */
  kind: 'changed' | 'deleted';
}

export interface ChangeBatch {
  changes: readonly DocumentChange[];
  /** Opaque position after this batch: give it to `watch` to go on from here. */
  position: string;
}

export interface WatchOptions {
  /**
   * Collection path (with `group: true` its last segment), or ALL_COLLECTIONS where the store `watchesEverything`.
   */
  collection: string;
  group?: boolean;
  /** Position to go on from; null reads from the beginning of what is still known. */
  from: string | null;
  /** Called one batch at a time (≤ 1000 changes). The next batch waits for the promise. A rejection is retried with back-off. */
  onBatch(batch: ChangeBatch): Promise<void>;
  /** Failures that watching survives by trying again; a WatchGapError asks for a reconcile. */
  onError(error: unknown): void;
  /**
   * Paths that the reader believes to exist. A store that forgets what was deleted while nobody watched (Firestore) reports
   * those that it does not find as deleted when it begins to listen to a whole collection.
   */
  known?(): Promise<readonly string[]>;
  times?: NamesOfTimes;
}

export interface Watcher {
  close(): Promise<void>;
}

/**
 * create/set/update/delete answer the stored version. Errors are AppErrors: `conflict`, `not-found`, `invalid-input`
 * (a value that cannot be stored: undefined, NaN, function, over 1 MiB), `unavailable` (store unreachable, or too much
 * contention). After `unavailable` a write may still have been stored: deterministic ids and `ifVersion` make trying
 * again safe. A `set` that changes nothing may keep its version (Firestore).
 *
 * Generic fields (docs/specification.md section 3): `create` adds isActive true, createdAt and updatedAt unless given;
 * `update` sets updatedAt. A record is removed by `isActive` false and comes back by true.
 */
export interface DocumentStore {
  readonly database: DatabaseName;
  /** True: one `watch` of `*` sees every collection. False (Firestore): each collection is watched by itself. */
  readonly watchesEverything: boolean;
  /** Fields of a collection that other programs keep in another way, so that they can only be read: the sentence why, by their names. */
  readonly fixed?: (collection: string) => Readonly<Record<string, string>>;
  get(path: string): Promise<StoredDocument | null>;
  /** In the order of the paths; null where there is none. */
  getMany(paths: readonly string[]): Promise<(StoredDocument | null)[]>;
  create(path: string, data: Fields, options?: WrittenTimes): Promise<bigint>;
  /** Writes the whole document exactly as given, creating or replacing it. */
  set(path: string, data: Fields): Promise<bigint>;
  update(path: string, changes: Fields, options?: UpdateOptions): Promise<bigint>;
  delete(path: string, precondition?: WritePrecondition): Promise<void>;
  query(query: Query): Promise<StoredDocument[]>;
  /** Retries on contention; `work` may run more than once, so it must be free of other effects. */
  transaction<Result>(work: (tx: DocumentTransaction) => Promise<Result>): Promise<Result>;
  /** Up to 500 writes, all or none. */
  batch(writes: readonly Write[]): Promise<void>;
  /**
   * Every document of a collection by ascending path, in pages; consistent enough for rebuild and verify. `bare` leaves their
   * data empty.
   */
  scan(collection: string, options?: { group?: boolean; pageSize?: number; bare?: boolean }): AsyncIterable<StoredDocument[]>;
  /**
   * Documents of a collection in the order of their creation, in pages, and only up to where nothing can come in between any
   * more: whoever goes on after the last place later misses none. On Firestore `createdAt` must be the server's time of the
   * creation: documents without it, or with a later one, are not met.
   */
  scanCreated(collection: string, options: CreatedOptions): AsyncIterable<StoredDocument[]>;
  watch(options: WatchOptions): Promise<Watcher>;
  /** Resolves when the store answers; throws `unavailable` otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type Documents = Readonly<Record<DatabaseName, DocumentStore>>;
