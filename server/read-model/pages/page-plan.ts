import { allOf, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { presentRows, SPANISH_COLLATION, type PageSource, type SortColumn } from './page-source.ts';

const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000_000;
const MAX_CURSOR_CHARACTERS = 4_000;

/** What is asked of a list. */
export interface PageRequest {
  /** What the person typed; empty for all. */
  q: string;
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Name of what it is sorted by; ties and default by createdAt, id. */
  sort: string;
  dir: 'asc' | 'desc';
  /** A `PageLink.cursor` of an earlier answer: exact and fast from any depth. Wins over `page`; one that does not fit is ignored. */
  cursor?: string | undefined;
  /** False asks for the deleted records instead. */
  isActive?: boolean;
}

/** The one form of a question between an address and SQL: order, place and conditions, each checked. */
export interface PagePlan {
  source: PageSource;
  /** What is still to be looked for (`withSearch`); '' when nothing is. */
  q: string;
  isActive: boolean;
  keys: readonly OrderKey[];
  dir: 'asc' | 'desc';
  page: number;
  pageSize: number;
  cursor: Cursor | null;
  /** More than a list counts, as was counted before in the same snapshot: nothing counts them again. */
  isMany: boolean;
  /** Which rows exist for this list at all. */
  present: SqlFragment;
  /** Filters, row access and search; empty when the whole list is meant. */
  conditions: readonly SqlFragment[];
  /** Both together: the one WHERE of page, count and export. */
  where: SqlFragment;
}

/**
 * Reads a request leniently: an unknown sort becomes newest first, a cursor that does not fit is left out, sizes are bounded.
 * @param conditions over `t`: filters and row access. What lies outside does not exist for who asks, in rows as in counts
 * @param sorts what the list may be sorted by, by name
 */
export function planPage(
  source: PageSource,
  request: PageRequest,
  conditions: readonly SqlFragment[] = [],
  sorts: Readonly<Record<string, SortColumn>> = {},
): PagePlan {
  const { q, isActive = true } = request;
  const sort = Object.hasOwn(sorts, request.sort) ? sorts[request.sort] : undefined;
  const keys = orderKeys(sort?.reverseOf ?? request.sort, sort);
  const asked = sort?.reverseOf === undefined ? request.dir : opposite(request.dir);
  const dir = sort || request.sort === 'createdAt' ? asked : 'desc';
  const cursor = decodeCursor(request.cursor, { dir, keys });
  const present = presentRows(isActive ? 'active' : 'inactive');
  return {
    source,
    q,
    isActive,
    keys,
    dir,
    cursor,
    isMany: false,
    present,
    conditions,
    page: cursor?.page ?? wholeNumber(request.page, MAX_PAGE),
    pageSize: wholeNumber(request.pageSize, MAX_PAGE_SIZE),
    where: allOf([present, ...conditions]),
  };
}

function wholeNumber(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 1), most) : 1;
}

export function opposite(dir: 'asc' | 'desc'): 'asc' | 'desc' {
  return dir === 'asc' ? 'desc' : 'asc';
}

/** One column of the order, with what a cursor needs to know about it. */
export interface OrderKey {
  column: string;
  type: SortColumn['type'];
  nullable: boolean;
}

/** The complete order of a list: the chosen column, then time, then id, so that no two rows are equal. */
function orderKeys(column: string, sort: SortColumn | undefined): OrderKey[] {
  const ties: OrderKey[] = [
    { column: 'createdAt', type: 'timestamptz', nullable: false },
    { column: 'id', type: 'text', nullable: false },
  ];
  return !sort || column === 'createdAt' ? ties : [{ column, type: sort.type, nullable: sort.nullable ?? false }, ...ties];
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

/** A place in the order of a plan: the key values of one row, and which way to read on from it. */
export interface Cursor {
  /** Number of the page that it leads to, for showing. */
  page: number;
  way: 'after' | 'before';
  /** Key values as Postgres writes them: timestamps keep their microseconds. */
  values: readonly string[];
}

export function encodeCursor({ keys, dir }: Pick<PagePlan, 'dir' | 'keys'>, { page, way, values }: Cursor): string {
  const parts = [page, way === 'after' ? 1 : 0, keys[0]?.column, dir === 'asc' ? 1 : 0, values];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** null for anything that is not a cursor of exactly this order: the list then starts at its first page. */
function decodeCursor(text: string | undefined, order: Pick<PagePlan, 'dir' | 'keys'>): Cursor | null {
  if (!text || text.length > MAX_CURSOR_CHARACTERS || order.keys.some((key) => key.nullable)) return null;
  const parsed = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parsed)) return null;
  const [page, way, sort, dir, values] = parsed as unknown[];
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > MAX_PAGE) return null;
  if (sort !== order.keys[0]?.column || dir !== (order.dir === 'asc' ? 1 : 0) || (way !== 0 && way !== 1)) return null;
  if (!Array.isArray(values) || values.length !== order.keys.length) return null;
  const texts: string[] = [];
  for (const [index, key] of order.keys.entries()) {
    const value: unknown = values[index];
    if (typeof value !== 'string' || !fits(key, value)) return null;
    texts.push(value);
  }
  return { page, way: way === 1 ? 'after' : 'before', values: texts };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A value that the database could not read would fail the whole page. */
function fits(key: OrderKey, value: string): boolean {
  switch (key.type) {
    case 'text':
      return !/\0|\p{Surrogate}/u.test(value);
    case 'integer':
      return /^-?\d{1,9}$/.test(value);
    case 'bigint':
      return /^-?\d{1,18}$/.test(value);
    case 'boolean':
      return value === 'true' || value === 'false';
    case 'double precision':
      return /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,2})?$/.test(value);
    case 'timestamptz':
      return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value) && isMoment(value.slice(0, 19));
  }
}

/** Date.parse takes 30 February for 2 March; Postgres takes neither it nor a year 0. */
function isMoment(text: string): boolean {
  const iso = text.replace(' ', 'T');
  const time = Date.parse(`${iso}Z`);
  return !Number.isNaN(time) && !iso.startsWith('0000') && new Date(time).toISOString().startsWith(iso);
}

/** The rows beyond the cursor: one row comparison, which an index on the same columns answers by one descent. */
export function beyondCursor({ keys, dir }: PagePlan, cursor: Cursor): SqlFragment {
  const forward = (cursor.way === 'after') === (dir === 'asc');
  const columns = keys.map((key) => keyExpression('t', key));
  const values = keys.map((key, index) => fragment`${cursor.values[index]}::${trusted(key.type)}`);
  return fragment`(${joinFragments(columns, ', ')}) ${trusted(forward ? '>' : '<')} (${joinFragments(values, ', ')})`;
}
