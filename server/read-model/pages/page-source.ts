import type { ColumnType } from '../projection.ts';
import { identifier, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Read } from './screen-query.ts';

/** The collation that sorts names as Spanish speakers expect (á beside a, ñ after n), whatever the database's own. */
export const SPANISH_COLLATION = 'es-x-icu';

export interface SortColumn {
  type: Extract<ColumnType, 'text' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'timestamptz'>;
  /** Rows without a value come last; such a sort has numbered pages only, no cursors. */
  nullable?: boolean;
  /** Column with the reverse order, for a sort that is not a column itself: the more days, the earlier the time from which they count. */
  reverseOf?: string;
}

/** A column with ids of things that people know by name. */
export type NamedColumn = RecordColumn | KnownColumn | SoughtColumn;

/** It refers to a record whose own `search_text` includes that name. */
export interface RecordColumn {
  column: string;
  /** Table of the referenced records. */
  table: string;
  /** The column of that table with the name. */
  name: string;
}

/** Its few ids and names are known in advance. */
export interface KnownColumn {
  column: string;
  values: readonly { id: string; name: string }[];
}

/** No column holds the id, or there are too many names to read: `seek` finds the rows that each word matches. */
export interface SoughtColumn {
  /** Column of the ids found. */
  column: string;
  /** Ids by word, at most as many as a list counts. */
  seek(read: Read, terms: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * A column whose text is not stored in the row, because it changes by itself (days since) or is stored elsewhere. Given the whole search
 * text, it returns the condition over `t` for rows that show it, or null when the text cannot be in this column.
 */
export type ComputedColumn = (q: string) => SqlFragment | null;

/**
 * The source of a list's rows. All SQL text here is our own, never input. The table is `t` in every fragment. On a big table every sortable
 * column should be NOT NULL; the indexes for sorting are those of tests/schema/declared-tables.ts.
 */
export interface PageSource {
  table: string;
  /**
   * Computes the rows where no table stores them: a SELECT as text or fragment, with the columns that every list reads (`id`,
   * `"createdAt"`, `"isActive"`, `source_deleted`, `search_text`).
   */
  relation?: string | SqlFragment;
  /** Select list for the rows of one page, e.g. `t.id, t.nombre, f.nombre AS carpeta`, as text or fragment. */
  select: string | SqlFragment;
  /** Joins that `select` needs; they must not change which rows there are (LEFT JOIN on a key). */
  joins?: string;
  /** Search finds rows by these names too, since rows show them. Each needs an index that begins with the column. */
  named?: readonly NamedColumn[];
  /** Search also finds rows by these computed columns. */
  computed?: readonly ComputedColumn[];
  /** Rows have masked values, in `t.masked_text`, and search finds rows by these too. */
  masked?: MaskedReach;
}

/** In part, like any other text, or only by the whole value: whoever sees masks could otherwise find out what they hide, digit by digit. */
export type MaskedReach = 'part' | 'whole';

export const reachOf = ({ seesWhole }: { seesWhole?: true }): MaskedReach => (seesWhole ? 'part' : 'whole');

export type RowSource = Pick<PageSource, 'relation' | 'table'>;

/** The relation for FROM. */
export function rowsOf({ table, relation }: RowSource): SqlFragment {
  if (relation === undefined) return identifier(table);
  return typeof relation === 'string' ? trusted(`(${relation})`) : relation;
}

export function selectOf({ select }: Pick<PageSource, 'select'>): SqlFragment {
  return typeof select === 'string' ? trusted(select) : select;
}

/** Rows that are not deleted in the source and are active or inactive: part of every list's WHERE. */
export function presentRows(show: 'active' | 'inactive'): SqlFragment {
  return trusted(show === 'active' ? 't."isActive" AND NOT t.source_deleted' : 'NOT t."isActive" AND NOT t.source_deleted');
}
