import type { ColumnType } from '../projection.ts';
import { identifier, fragment, joinFragments, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';

/** The collation that sorts names as Spanish speakers expect (á beside a, ñ after n), whatever the database's own. */
export const SPANISH_COLLATION = 'es-x-icu';

export interface SortColumn {
  type: Extract<ColumnType, 'text' | 'boolean' | 'integer' | 'bigint' | 'double precision' | 'timestamptz'>;
  /** Rows without a value come last; such a sort has numbered pages only, no cursors. */
  nullable?: boolean;
}

/** A column that holds the id of something which people know by its name. */
export type NamedColumn = RecordColumn | KnownColumn;

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
  /** SELECT text of the rows where no table holds them: with the columns that every list reads (`id`, `"createdAt"`, `"isActive"`, `source_deleted`, `search_text`). */
  relation?: string;
  /** Select list for the rows of one page, e.g. `t.id, t.nombre, f.nombre AS carpeta`. */
  select: string;
  /** Joins that `select` needs; they must not change which rows there are (LEFT JOIN on a key). */
  joins?: string;
  /** Columns that a person may sort by; createdAt always is. */
  sortable: Readonly<Record<string, SortColumn>>;
  /** Search finds rows by these names too: what a row shows, it is found by. Each wants an index that begins with the column. */
  named?: readonly NamedColumn[];
  /** Search finds rows by what is computed as they are read, too. */
  computed?: readonly ComputedColumn[];
}

/** One column of the order, with what a cursor needs to know about it. */
export interface OrderKey {
  column: string;
  type: SortColumn['type'];
  nullable: boolean;
}

/** The complete order of a list: the chosen column, then time, then id, so that no two rows are equal. */
export function orderKeys(source: PageSource, sort: string): OrderKey[] {
  const ties: OrderKey[] = [
    { column: 'createdAt', type: 'timestamptz', nullable: false },
    { column: 'id', type: 'text', nullable: false },
  ];
  const chosen = Object.hasOwn(source.sortable, sort) ? source.sortable[sort] : undefined;
  if (!chosen || sort === 'createdAt') return ties;
  return [{ column: sort, type: chosen.type, nullable: chosen.nullable ?? false }, ...ties];
}

/** `alias."column"` as the order compares it. `id` keeps its own collation: nobody reads ids in alphabetical order. */
export function keyExpression(alias: string, key: OrderKey): SqlFragment {
  const column = fragment`${trusted(alias)}.${identifier(key.column)}`;
  return key.type === 'text' && key.column !== 'id' ? fragment`${column} COLLATE ${identifier(SPANISH_COLLATION)}` : column;
}

/** @param nulls where rows without a value come: last in every list, first when one is read from its end */
export function orderBy(alias: string, keys: readonly OrderKey[], dir: 'asc' | 'desc', nulls: 'last' | 'first' = 'last'): SqlFragment {
  const direction = trusted(dir === 'asc' ? ' ASC' : ' DESC');
  const place = trusted(nulls === 'last' ? ' NULLS LAST' : ' NULLS FIRST');
  const terms = keys.map((key) => fragment`${keyExpression(alias, key)}${direction}${key.nullable ? place : trusted('')}`);
  return joinFragments(terms, ', ');
}

/** What stands behind FROM. */
export function rowsOf({ table, relation }: Pick<PageSource, 'relation' | 'table'>): SqlFragment {
  return relation === undefined ? identifier(table) : trusted(`(${relation})`);
}

/** Rows that exist and, by `show`, are active: the WHERE that every list has. */
export function presentRows(show: 'active' | 'inactive'): SqlFragment {
  return trusted(show === 'active' ? 't."isActive" AND NOT t.source_deleted' : 'NOT t."isActive" AND NOT t.source_deleted');
}
