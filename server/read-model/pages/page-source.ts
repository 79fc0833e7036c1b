import type { ColumnType } from '../projection.ts';
import { identifier, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Read } from './screen-query.ts';

/** The collation that sorts names as Spanish speakers expect (á beside a, ñ after n), whatever the database's own. */
export const SPANISH_COLLATION = 'es-x-icu';

export interface SortColumn {
  type: Extract<ColumnType, 'text' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'timestamptz'>;
  /** Rows without a value come last; such a sort has numbered pages only, no cursors. */
  nullable?: boolean;
  /** Column of the table that runs the other way, where the name is none itself: the more days, the earlier the time they count from. */
  reverseOf?: string;
}

/** A column that holds the id of something which people know by its name. */
export type NamedColumn = RecordColumn | KnownColumn | SoughtColumn;

/** It leads to a record; the record's name is part of its `search_text`. */
export interface RecordColumn {
  column: string;
  /** Table of the records to which it leads. */
  table: string;
  /** The column of that table with the name. */
  name: string;
}

/** Who asks knows the few names of what it holds. */
export interface KnownColumn {
  column: string;
  values: readonly { id: string; name: string }[];
}

/** No column holds the id, or there are too many names to read: who asks finds out which rows each word leads to. */
export interface SoughtColumn {
  /** Holds the ids that are found. */
  column: string;
  /** By word, at most as many as a list counts. */
  seek(read: Read, terms: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * A column whose text no row holds, because it changes by itself (days since) or lies elsewhere. Given all that a person
 * typed, it answers the condition over `t` for rows that show it, or null when it is no text of this column.
 */
export type ComputedColumn = (q: string) => SqlFragment | null;

/**
 * What a list reads. All SQL text here is our own source, never input. The table is `t` in every fragment.
 * On a big table every sortable column wants NOT NULL; the indexes by which rows are sorted are those of tests/schema/declared-tables.ts.
 */
export interface PageSource {
  table: string;
  /** What gives the rows where no table holds them, the text of a SELECT or more than text can say: with the columns that every list reads (`id`, `"createdAt"`, `"isActive"`, `source_deleted`, `search_text`). */
  relation?: string | SqlFragment;
  /** Select list for the rows of one page, e.g. `t.id, t.nombre, f.nombre AS carpeta`: text, or more than text can say. */
  select: string | SqlFragment;
  /** Joins that `select` needs; they must not change which rows there are (LEFT JOIN on a key). */
  joins?: string;
  /** Search finds rows by these names too: what a row shows, it is found by. Each wants an index that begins with the column. */
  named?: readonly NamedColumn[];
  /** Search finds rows by what is computed as they are read, too. */
  computed?: readonly ComputedColumn[];
}

/** What stands behind FROM. */
export function rowsOf({ table, relation }: Pick<PageSource, 'relation' | 'table'>): SqlFragment {
  if (relation === undefined) return identifier(table);
  return typeof relation === 'string' ? trusted(`(${relation})`) : relation;
}

export function selectOf({ select }: Pick<PageSource, 'select'>): SqlFragment {
  return typeof select === 'string' ? trusted(select) : select;
}

/** Rows that exist and, by `show`, are active: the WHERE that every list has. */
export function presentRows(show: 'active' | 'inactive'): SqlFragment {
  return trusted(show === 'active' ? 't."isActive" AND NOT t.source_deleted' : 'NOT t."isActive" AND NOT t.source_deleted');
}
