import pg, { type QueryResultRow } from 'pg';
import { beyondCursor, opposite, orderBy, type PagePlan } from './page-plan.ts';
import { rowsOf, selectOf } from './page-source.ts';
import type { Listed } from '../read-model.ts';
import type { Read } from './screen-query.ts';
import { allOf, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';

/** Prefix of columns selected in addition to the list's own. */
const KEY_PREFIX = 'page_key_';
const ORDINAL = 'page_ordinal';

/** A part of an ordered list: `dir` is the reading direction, the opposite of the list's when read from its end. */
export interface Slice {
  dir: 'asc' | 'desc';
  limit: number;
  offset: number | SqlFragment;
}

/** The slice beyond the plan's cursor, in reading direction. */
export function cursorSlice(plan: PagePlan): Slice {
  const dir = plan.cursor?.way === 'before' ? opposite(plan.dir) : plan.dir;
  return { dir, limit: plan.pageSize + 1, offset: 0 };
}

/** Conditions of a cursor over alias `t`; none without one. */
export function cursorConditions(plan: PagePlan): SqlFragment[] {
  return plan.cursor ? [beyondCursor(plan, plan.cursor)] : [];
}

/** Rows of a slice, in reading order. Only keys are read up to the slice; the wide rows are then fetched by id. */
export async function readSlice(
  read: Read,
  plan: PagePlan,
  from: SqlFragment,
  where: SqlFragment,
  slice: Slice,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<QueryResultRow[]> {
  const query = fragment`WITH paged AS MATERIALIZED (${pagedIds(plan, from, where, slice)}) ${selectPaged(plan)} ORDER BY paged.ordinal`;
  // A whole list has one statement text per order and page size. Planning it costs more than running it.
  return read(query, { keepsPlan: isWhole || query.values.length === 0 });
}

/** Total over rows of `row_totals`. */
export function storedTotal(isActive: boolean): SqlFragment {
  return trusted(isActive ? 'sum(active)' : '(sum(present) - sum(active))');
}

/**
 * The first page of a whole list with its stored total, the most frequent request: one statement with the same text for everybody. An extra
 * row shows that the list goes on. null for tables without a stored total.
 */
export async function readFirstPage(read: Read, plan: PagePlan): Promise<{ total: number; rows: QueryResultRow[] } | null> {
  const { source, isActive } = plan;
  const slice = { dir: plan.dir, limit: plan.pageSize + 1, offset: 0 };
  const hasStoredTotal = trusted('(SELECT total FROM kept) IS NOT NULL');
  const answers = await read<QueryResultRow>(
    fragment`
    WITH kept AS (SELECT ${storedTotal(isActive)} AS total FROM row_totals WHERE table_name = ${trusted(pg.escapeLiteral(source.table))}),
      paged AS MATERIALIZED (${pagedIds(plan, fragment`${rowsOf(source)} t`, allOf([plan.present, hasStoredTotal]), slice)})
    SELECT kept.total::text AS page_total, found.* FROM kept LEFT JOIN (${selectPaged(plan)}) found ON TRUE ORDER BY found.${trusted(ORDINAL)}`,
    { keepsPlan: true, alone: true },
  );
  const total = (answers[0]?.['page_total'] ?? null) as string | null;
  return total === null ? null : { total: Number(total), rows: answers.filter((row) => row[ORDINAL] !== null) };
}

/**
 * Counts the hits up to `cap` and reads the slice from them, in one statement. The hits are collected first (MATERIALIZED), so that a rare
 * term is answered by its own index whatever the order.
 * @returns total `cap + 1` and no rows when there are more hits than the cap
 */
export async function readHits(read: Read, plan: PagePlan, cap: number): Promise<{ total: number; rows: QueryResultRow[] }> {
  const skip = fragment`(SELECT LEAST(${(plan.page - 1) * plan.pageSize}::bigint, (GREATEST(n, 1) - 1) / ${plan.pageSize} * ${plan.pageSize}) FROM counted)`;
  const slice = plan.cursor ? cursorSlice(plan) : { dir: plan.dir, limit: plan.pageSize + 1, offset: skip };
  const few = fragment`(SELECT n FROM counted) <= ${cap}::bigint`;
  const answers = await read<QueryResultRow>(fragment`
    WITH hits AS MATERIALIZED (${selectHits(plan)} LIMIT ${cap + 1}),
      counted AS (SELECT count(*) AS n FROM hits),
      paged AS MATERIALIZED (${pagedIds(plan, trusted('hits t'), allOf([few, ...cursorConditions(plan)]), slice)})
    SELECT counted.n AS page_total, found.* FROM counted LEFT JOIN (${selectPaged(plan, hitsOf(plan))}) found ON TRUE ORDER BY found.${trusted(ORDINAL)}`);
  const total = Number(answers[0]?.['page_total'] ?? 0);
  return { total, rows: answers.filter((row) => row[ORDINAL] !== null) };
}

/** Sorts every hit, however many: for a frequent term whose hits are far from the start of the list. */
export async function readFromAllHits(read: Read, plan: PagePlan, slice: Slice): Promise<QueryResultRow[]> {
  return read(fragment`
    WITH hits AS MATERIALIZED (${selectHits(plan)}),
      paged AS MATERIALIZED (${pagedIds(plan, trusted('hits t'), allOf(cursorConditions(plan)), slice)})
    ${selectPaged(plan, hitsOf(plan))} ORDER BY paged.ordinal`);
}

/** The relation with the wide rows of hits. */
function hitsOf({ source }: PagePlan): SqlFragment {
  return source.relation === undefined ? rowsOf(source) : trusted('hits');
}

/**
 * The first `budget` rows of the list in reading order, as a relation `t` to filter further. Conditions that bound the list's own sort
 * column apply before the budget.
 */
export function walkOf(plan: PagePlan, dir: 'asc' | 'desc', budget: number): SqlFragment {
  const bounds = plan.conditions.filter((condition) => condition.bounds === plan.keys[0]?.column);
  const where = allOf([plan.present, ...bounds, ...cursorConditions(plan)]);
  return fragment`(SELECT t.* FROM ${rowsOf(plan.source)} t WHERE ${where} ORDER BY ${orderBy('t', plan.keys, dir)} LIMIT ${budget}) t`;
}

/** The keys of all matching rows; all columns for a computed `relation`, because fetching those rows by id would compute them again. */
export function selectHits(plan: PagePlan): SqlFragment {
  const keys = plan.keys.map((key) => fragment`t.${identifier(key.column)}`);
  const selected = plan.source.relation === undefined ? joinFragments(keys, ', ') : trusted('t.*');
  return fragment`SELECT ${selected} FROM ${rowsOf(plan.source)} t WHERE ${plan.where}`;
}

function pagedIds(plan: PagePlan, from: SqlFragment, where: SqlFragment, slice: Slice): SqlFragment {
  // Inlined, so that the planner knows how few rows are wanted. Other offsets stay parameters: inlined, every page would have its own
  // statement text.
  const limit = trusted(String(slice.limit));
  const offset = slice.offset === 0 ? trusted('0') : slice.offset;
  return fragment`SELECT chosen.id, row_number() OVER () AS ordinal FROM (
    SELECT t.id FROM ${from} WHERE ${where} ORDER BY ${orderBy('t', plan.keys, slice.dir)} LIMIT ${limit} OFFSET ${offset}) chosen`;
}

/** Ordered by the ordinal: sorting by the keys again would tempt the planner to walk the whole index. */
function selectPaged(plan: PagePlan, rows = rowsOf(plan.source)): SqlFragment {
  const keys = plan.keys.map((key, index) => fragment`t.${identifier(key.column)}::text AS ${trusted(`${KEY_PREFIX}${index}`)}`);
  return fragment`SELECT paged.ordinal AS ${trusted(ORDINAL)}, ${joinFragments(keys, ', ')}, ${selectOf(plan.source)}
    FROM paged JOIN ${rows} t ON t.id = paged.id ${trusted(plan.source.joins ?? '')}`;
}

/** A row with only the list's own columns. Rows are many: a loop takes a fifth of the time of `Object.fromEntries`. */
export function listRow<Row>(row: QueryResultRow): Listed<Row> {
  const listed: Record<string, unknown> = {};
  for (const column in row) if (!column.startsWith('page_')) listed[column] = toJsonValue(row[column]);
  return listed as Listed<Row>;
}

function toJsonValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? Number(value) : value;
}

export function keyValues(plan: PagePlan, row: QueryResultRow): string[] {
  return plan.keys.map((_key, index) => String(row[`${KEY_PREFIX}${index}`]));
}
