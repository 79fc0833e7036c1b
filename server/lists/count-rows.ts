import { linesIn } from '../domain/text.ts';
import { fragment, allOf, identifier, joinFragments, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Staff } from '../domain/permissions.ts';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import { rowsOf, type RowSource } from '../read-model/pages/page-source.ts';
import type { PagePlan } from '../read-model/pages/page-plan.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { withSearch } from '../read-model/pages/search-condition.ts';
import type { Filter } from './filters.ts';
import type { QueryableList } from './list.ts';

/** How many rows have a value of a filter. */
export interface ValueCount<Value extends string> {
  value: Value;
  count: number;
  /** Counting stopped at the cap. */
  isCapped: boolean;
}

/** The list without one of its filters: the counts of tabs apply all the other ones. */
export function withoutFilter<Asked extends QueryableList>(list: Asked, without: Filter): Asked {
  return { ...list, filters: list.filters.filter((filter) => filter !== without) };
}

/** Counts the rows of these conditions up to one more than the cap: a row `value`, `found`. */
export function cappedCount(value: string, source: RowSource, where: readonly SqlFragment[], cap = COUNT_CAP): SqlFragment {
  return fragment`SELECT ${value}::text AS value, count(*)::int AS found
    FROM (SELECT 1 FROM ${rowsOf(source)} t WHERE ${allOf(where)} LIMIT ${cap + 1}) AS hits`;
}

/** Cuts a count at the cap and flags it. */
export function withCap<Value extends string>({ value, count }: Omit<ValueCount<Value>, 'isCapped'>): ValueCount<Value> {
  return { value, count: Math.min(count, COUNT_CAP), isCapped: count > COUNT_CAP };
}

/** Reads several capped counts in one query, in the given order. */
export async function readCappedCounts<Value extends string>(
  read: Read,
  counts: readonly { value: Value; select: SqlFragment }[],
): Promise<ValueCount<Value>[]> {
  const statement = joinFragments(
    counts.map(({ select }) => select),
    ' UNION ALL ',
  );
  const rows = await read<{ value: string; found: number }>(statement);
  return counts.map(({ value }) => {
    const found = rows.find((row) => row.value === value)?.found ?? 0;
    return withCap({ value, count: found });
  });
}

/** How the stored texts of a column map to a filter's values. */
export interface CountedColumn<Value extends string> {
  column: string;
  values: readonly Value[];
  valueOf(this: void, stored: string): Value;
}

/** Exact counts in one pass over all rows: for lists small enough for a full scan. @param unfiltered of the list without the filter */
export async function countByColumn<Value extends string>(
  read: Read,
  unfiltered: PagePlan,
  counted: CountedColumn<Value>,
): Promise<ValueCount<Value>[]> {
  const { source, where } = await withSearch(read, unfiltered);
  const rows = await read<StoredCount>(
    fragment`SELECT t.${identifier(counted.column)} AS stored, count(*)::text AS found FROM ${rowsOf(source)} t
      WHERE ${where} GROUP BY 1`,
    // Planning a query over many parts takes as long as running a part of it.
    { keepsPlan: source.relation !== undefined },
  );
  return sumByValue(rows, counted);
}

export type StoredCount = { stored: string; found: string };

export function sumByValue<Value extends string>(
  rows: readonly StoredCount[],
  { values, valueOf }: Pick<CountedColumn<Value>, 'valueOf' | 'values'>,
): ValueCount<Value>[] {
  return values.map((value) => ({
    value,
    count: rows.filter(({ stored }) => valueOf(stored) === value).reduce((sum, { found }) => sum + Number(found), 0),
    isCapped: false,
  }));
}

/**
 * Whether there are more rows than a list counts, judged by counts that put each row under exactly one value.
 * @param value the value that the list is filtered by; undefined for all rows
 */
export function areMany<Value extends string>(counts: readonly ValueCount<Value>[], value: string | undefined): boolean {
  const relevantCounts = counts.filter((one) => value === undefined || linesIn(value).includes(one.value));
  return relevantCounts.some(({ isCapped }) => isCapped) || relevantCounts.reduce((sum, { count }) => sum + count, 0) > COUNT_CAP;
}

/**
 * Counts each value of a filter separately, so that no count reads more rows than the cap and each uses the index on that value.
 * @param basePlan of the list without the filter
 */
export async function countByFilter<Value extends string>(
  read: Read,
  basePlan: PagePlan,
  { actor, name, filter, values }: { actor: Staff; name: string; filter: Filter; values: readonly Value[] },
): Promise<ValueCount<Value>[]> {
  const { source, where } = await withSearch(read, basePlan);
  return readCappedCounts(
    read,
    values.map((value) => ({ value, select: cappedCount(value, source, [where, ...filter.where({ [name]: value }, actor)]) })),
  );
}
