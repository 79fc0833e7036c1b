import type { QueryResultRow } from 'pg';
import type { Sql } from '../../platform/sql/sql.ts';
import { encodeCursor, opposite, type PagePlan } from './page-plan.ts';
import {
  cursorConditions,
  cursorSlice,
  keyValues,
  listRow,
  readFromAllHits,
  readHits,
  storedTotal,
  readFirstPage,
  readSlice,
  walkOf,
  type Slice,
} from './page-readers.ts';
import { rowsOf } from './page-source.ts';
import type { Listed, Page, PageLink } from '../read-model.ts';
import { indexOrder, isTooSlow, readForScreen, type Read } from './screen-query.ts';
import { withSearch } from './search-condition.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';

/** Above this many hits the count says "10 000+": nobody pages through them, and counting further would cost more than the page. */
export const COUNT_CAP = 10_000;
/** How many rows a walk in list order may read before a frequent term is fetched through its index instead. */
export const WALK_BUDGET = 50_000;

/** Rows of the page in list order; `goesOn`: there are more in the reading direction. */
interface Found {
  rows: QueryResultRow[];
  goesOn: boolean;
  total: number;
  totalIsCapped: boolean;
}

/** Tables found to have no stored total: it is not looked for again. */
const withoutTotal = new Set<string>();

/**
 * One page of a list with its count, from one snapshot and one WHERE (docs/decisions/004-paging.md). A page beyond the last gives the last.
 *
 * @throws AppError `unavailable` when the database is away or needs more than 10 s
 */
export function findPage<Row>(sql: Sql, plan: PagePlan): Promise<Page<Listed<Row>>> {
  return readForScreen(sql, (read) => readPage<Row>(read, plan));
}

/** As `findPage`, inside an open snapshot. It may leave the planner set to index order: run other reads before it. */
export async function readPage<Row>(read: Read, requestedPlan: PagePlan): Promise<Page<Listed<Row>>> {
  const plan = await withSearch(read, requestedPlan);
  const { table } = plan.source;
  const hasTotal = plan.conditions.length === 0 && !withoutTotal.has(table);
  if (hasTotal && plan.page === 1 && !plan.cursor) {
    const first = await readFirstPage(read, plan);
    if (first) return toPage<Row>(plan, { ...inListOrder(plan, first.rows), total: first.total, totalIsCapped: false });
    withoutTotal.add(table);
  }
  const months = hasTotal && !withoutTotal.has(table) ? await readMonths(read, plan) : null;
  const found = await (months === null ? findAmongHits(read, plan) : findInWholeList(read, plan, months));
  const cursorLeadsNowhere = plan.cursor !== null && found.rows.length === 0 && found.total > 0;
  return cursorLeadsNowhere ? readPage(read, { ...plan, cursor: null }) : toPage<Row>(plan, found);
}

/**
 * Number of rows of the whole list, as `streamRows` gives them, counted up to `most`: a limit bounds the rows read too. null when even that
 * takes more than 10 s. Errors: `unavailable` when the database is away.
 */
export async function countRows(sql: Sql, listPlan: PagePlan, most: number): Promise<number | null> {
  return countInTime(sql, async (read) => {
    const plan = await withSearch(read, listPlan);
    const months = plan.conditions.length === 0 ? await readMonths(read, plan) : null;
    return months === null
      ? countUpTo(read, fragment`SELECT 1 FROM ${rowsOf(plan.source)} t WHERE ${plan.where}`, most)
      : Math.min(totalOf(months), most);
  });
}

/** Counts the rows of a query up to `most`. */
export async function countUpTo(read: Read, rows: SqlFragment, most: number): Promise<number> {
  const limit = Number.isFinite(most) ? trusted(` LIMIT ${Math.trunc(most)}`) : trusted('');
  const [row] = await read<{ found: number }>(fragment`SELECT count(*)::int AS found FROM (${rows}${limit}) counted`);
  return row?.found ?? 0;
}

/** null when the database needs more than 10 s. */
export async function countInTime(sql: Sql, count: (read: Read) => Promise<number>): Promise<number | null> {
  try {
    return await readForScreen(sql, count);
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

/** Rows of a whole table created in one month (UTC), counted by triggers. */
interface MonthTotal {
  /** The first day of the month, and of the next one; `-infinity` for the count of an empty table. */
  begin: string;
  end: string;
  rows: number;
}

/**
 * The stored monthly counts of a whole table (see the migration), oldest first, null if it has none. The same round
 * trip switches the planner to index order.
 */
async function readMonths(read: Read, { source, isActive }: PagePlan): Promise<MonthTotal[] | null> {
  const months = await read<Omit<MonthTotal, 'rows'> & { rows: string }>(
    fragment`SELECT month::text AS begin, (month + interval '1 month')::date::text AS end, rows::text, ${indexOrder('on')}
      FROM (SELECT month, ${storedTotal(isActive)} AS rows FROM row_totals WHERE table_name = ${source.table} GROUP BY month) kept ORDER BY kept.month`,
    { keepsPlan: true },
  );
  return months.length === 0 ? null : months.map(({ begin, end, rows }) => ({ begin, end, rows: Number(rows) }));
}

function totalOf(months: readonly MonthTotal[]): number {
  return months.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Without filters the total is known, and a page is reached along the index from the nearer side, that of the list or of the page's month,
 * so that the last page costs as much as the first.
 */
async function findInWholeList(read: Read, plan: PagePlan, months: readonly MonthTotal[]): Promise<Found> {
  const table = fragment`${rowsOf(plan.source)} t`;
  const total = totalOf(months);
  if (plan.cursor) {
    const rows = await readSlice(read, plan, table, allOf([plan.present, ...cursorConditions(plan)]), cursorSlice(plan));
    return { ...inListOrder(plan, rows), total, totalIsCapped: false };
  }
  const { dir, pageSize } = plan;
  const offset = (Math.min(plan.page, lastPageOf(plan, total)) - 1) * pageSize;
  const count = Math.min(pageSize, total - offset);
  const forwards = reach(plan, months, { dir, limit: pageSize + 1, offset });
  const backwards = reach(plan, months, { dir: opposite(dir), limit: count, offset: total - offset - count });
  // Read backwards, null keys would come in another order.
  const isNearerFromEnd = backwards.slice.offset < forwards.slice.offset && !plan.keys.some((key) => key.nullable);
  const { where, slice } = isNearerFromEnd ? backwards : forwards;
  const rows = await readSlice(read, plan, table, where, slice, { isWhole: true });
  if (!isNearerFromEnd) return { ...inListOrder(plan, rows), total, totalIsCapped: false };
  return { rows: rows.reverse(), goesOn: total > offset + count, total, totalIsCapped: false };
}

/**
 * How to reach a slice along the index: in order of creation whole months are skipped, since their row counts are stored. `slice.offset` is
 * what is left to walk.
 */
function reach(
  { keys, present }: PagePlan,
  months: readonly MonthTotal[],
  slice: Slice & { offset: number },
): { where: SqlFragment; slice: Slice & { offset: number } } {
  if (keys[0]?.column !== 'createdAt') return { where: present, slice };
  let skipped = 0;
  for (const { begin, end, rows } of slice.dir === 'asc' ? months : months.toReversed()) {
    if (skipped + rows > slice.offset) {
      const inMonth =
        slice.dir === 'asc' ? fragment`t."createdAt" >= ${begin}::timestamptz` : fragment`t."createdAt" < ${end}::timestamptz`;
      return { where: allOf([present, inMonth]), slice: { ...slice, offset: slice.offset - skipped } };
    }
    skipped += rows;
  }
  return { where: present, slice };
}

async function findAmongHits(read: Read, plan: PagePlan): Promise<Found> {
  const hits = plan.isMany ? null : await readHits(read, plan, COUNT_CAP);
  if (hits && hits.total <= COUNT_CAP) return { ...inListOrder(plan, hits.rows), total: hits.total, totalIsCapped: false };
  return { ...inListOrder(plan, await readAmongMany(read, plan)), total: COUNT_CAP, totalIsCapped: true };
}

/** For more hits than the cap: walking the list in its order usually finds the page soon; if not, all hits are sorted. */
async function readAmongMany(read: Read, plan: PagePlan): Promise<QueryResultRow[]> {
  const offset = (Math.min(plan.page, lastPageOf(plan, COUNT_CAP)) - 1) * plan.pageSize;
  const slice = plan.cursor ? cursorSlice(plan) : { dir: plan.dir, limit: plan.pageSize + 1, offset };
  await read(fragment`SELECT ${indexOrder('on')}`);
  const walked = await readSlice(read, plan, walkOf(plan, slice.dir, WALK_BUDGET), allOf(plan.conditions), slice);
  if (walked.length === slice.limit) return walked;
  await read(fragment`SELECT ${indexOrder('off')}`);
  return readFromAllHits(read, plan, slice);
}

/** Drops the extra row that only shows that the list goes on, and reverses rows that were read backwards. */
function inListOrder(plan: PagePlan, read: readonly QueryResultRow[]): { rows: QueryResultRow[]; goesOn: boolean } {
  const rows = read.slice(0, plan.pageSize);
  return { rows: plan.cursor?.way === 'before' ? rows.reverse() : rows, goesOn: read.length > plan.pageSize };
}

function lastPageOf(plan: PagePlan, total: number): number {
  return Math.max(1, Math.ceil(total / plan.pageSize));
}

function toPage<Row>(plan: PagePlan, found: Found): Page<Listed<Row>> {
  const lastPage = lastPageOf(plan, found.total);
  // With a cursor one can go beyond the last numbered page of a capped list.
  const page = plan.cursor && found.totalIsCapped ? plan.page : Math.min(plan.page, lastPage);
  const readBackwards = plan.cursor?.way === 'before';
  const hasNext = readBackwards || found.goesOn;
  const link = (way: 'after' | 'before', to: number): PageLink => {
    const row = way === 'after' ? found.rows.at(-1) : found.rows[0];
    const usable = row && to > 1 && plan.keys.every((key) => !key.nullable);
    return {
      page: to,
      cursor: usable ? encodeCursor(plan, { page: to, way, values: keyValues(plan, row) }) : null,
    };
  };
  return {
    rows: found.rows.map((row) => listRow<Row>(row)),
    page,
    pageSize: plan.pageSize,
    total: found.total,
    totalIsCapped: found.totalIsCapped,
    lastPage,
    previous: page > 1 ? link('before', page - 1) : null,
    next: hasNext && found.rows.length > 0 ? link('after', page + 1) : null,
  };
}
