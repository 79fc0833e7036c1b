import type { DatabaseName, Fields, FieldValue, StoredDocument } from '../ports/documents/document-store.ts';

/** SQL types that a projected column may have; the bulk upsert declares them to jsonb_to_recordset. */
export type ColumnType =
  'text' | 'text[]' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'numeric' | 'timestamptz' | 'jsonb' | 'date';

/** Lists of words that are stored as records besides those in code: names of states (`constantes`) and roles. */
export type Vocabulary = 'docStates' | 'packageStatus' | 'roles';

export interface Expected {
  /** The records whose ids it holds: a name that exactly one of them has is read as its id (sync/named-records.ts). */
  names?: { table: string; name: string };
  /** Text that is a calendar day. */
  isDay?: true;
  /** The possible values, with their labels. */
  options?: readonly { value: string; label: string }[];
  /** Words for true and false. */
  words?: readonly string[];
  /** Whether an entry of a list is understood, where the row's list holds more than the document's. */
  reads?(this: void, entry: FieldValue): boolean;
  /** The list of its words (vocabularies.ts). */
  vocabulary?: Vocabulary;
}

/**
 * How one collection becomes one table. A projection is hand-written, pure and lenient: old documents that do not fit
 * still give a row (with defaults), because a row that is missing hides a document from people.
 *
 * `columns` names every column that `project` fills, with stored field names; the engine adds id, source_version and
 * source_deleted itself. Timestamps are given as ISO text with up to microseconds or as Date.
 */
export interface Projection<Row extends object = Record<string, unknown>> {
  database: DatabaseName;
  /** Collection path (`agencias`), or the last segment when `group` is set. */
  collection: string;
  group?: boolean;
  /** The collection's name, with the parent's for sub-collections. Also the name that `read-model --collection` takes. */
  table: string;
  /**
   * True: the same collection of the other database fills this table too, by a projection of its own. The table's column
   * `source_database` tells the rows apart and stands before `id` in its key.
   */
  shared?: boolean;
  columns: Readonly<Record<keyof Row & string, ColumnType>>;
  /** What columns expect of a document beyond their type, so that values which they cannot show are detected (unread.ts). */
  expects?: Readonly<Record<string, Expected>>;
  /** The column that names the record. */
  title?: string;
  /** Columns of values that lists mask: the column `masked_text` is searched for them instead of `search_text`. */
  masked?: readonly string[];
  project(document: StoredDocument): Row;
  /** Made-up documents for its shape (projection-shape.ts) whose rows follow a rule that arbitrary values do not reach. */
  probes?: readonly Fields[];
  /** Row id; the document's id unless a sub-collection needs its parent's in it. Required with `group`. */
  rowId?(path: string): string;
  /** The way back from `rowId` to the document's path. Required with `group`. */
  pathOf?(rowId: string): string;
}

/** A projection with any type of row, as the engine uses it. */
export type AnyProjection = Omit<Projection<object>, 'columns'> & { readonly columns: Readonly<Record<string, ColumnType>> };

/** Its name in runs, results and `read-model --collection`: the table, with the database where two fill it. */
export function nameOf({ table, shared, database }: AnyProjection): string {
  return shared ? `${table}@${database}` : table;
}

/** Condition for the projection's own rows of its table. */
export function ownRows({ shared, database }: AnyProjection): string {
  return shared ? `source_database = '${database}'` : 'TRUE';
}

/** Row id of a document: its own id unless the projection overrides it. */
export function rowIdOf(projection: AnyProjection, path: string): string {
  return projection.rowId ? projection.rowId(path) : path.slice(path.lastIndexOf('/') + 1);
}

/** Path of the document that a row comes from. */
export function pathOf(projection: AnyProjection, rowId: string): string {
  return projection.pathOf ? projection.pathOf(rowId) : `${projection.collection}/${rowId}`;
}

/**
 * Whether a document at that path belongs to the projection: a collection group also finds sub-collections of the same name under other
 * parents, whose row ids do not lead back to their paths.
 */
export function ownsPath(projection: AnyProjection, path: string): boolean {
  return !projection.group || pathOf(projection, rowIdOf(projection, path)) === path;
}
