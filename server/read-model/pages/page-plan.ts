import { allOf, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { presentRows, SPANISH_COLLATION, type PageSource, type SortColumn } from './page-source.ts';

const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000_000;
const MAX_CURSOR_CHARACTERS = 4_000;

/** A request for one page of a list. */
export interface PageRequest {
  /** Search text as typed; empty for all rows. */
  q: string;
  /** 1-based. */
  page: number;
  pageSize: number;
  /** Name of the sort. Default and tie-breakers: createdAt, id. */
  sort: string;
  dir: 'asc' | 'desc';
  /** A `PageLink.cursor` of an earlier answer: exact and fast at any depth. Takes precedence over `page`; an invalid one is ignored. */
  cursor?: string | undefined;
  /** False asks for the deleted records instead. */
  isActive?: boolean;
}

/** A validated page request, between address and SQL: order, position and conditions. */
export interface PagePlan {
  source: PageSource;
  /** Search text not yet turned into conditions (`withSearch`); '' when done. */
  q: string;
  isActive: boolean;
  keys: readonly OrderKey[];
  dir: 'asc' | 'desc';
  page: number;
  pageSize: number;
  cursor: Cursor | null;
  /** Known from an earlier count in the same snapshot: more rows than a list counts, so they are not counted again. */
  isMany: boolean;
  /** Which rows exist for this list at all. */
  present: SqlFragment;
  /** Filters, row access and search; empty for the whole list. */
  conditions: readonly SqlFragment[];
  /** `present` and `conditions`: the one WHERE of page, count and export. */
  where: SqlFragment;
}

/**
 * Reads a request leniently: an unknown sort becomes newest first, an invalid cursor is dropped, sizes are bounded.
 * @param conditions over `t`: filters and row access. Rows outside them do not exist for this person, in pages as in counts
 * @param sorts the list's sorts, by name
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
  const requestedDir = sort?.reverseOf === undefined ? request.dir : opposite(request.dir);
  const dir = sort || request.sort === 'createdAt' ? requestedDir : 'desc';
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

/** `alias."column"` with the collation of the order. `id` keeps its own: nobody reads ids alphabetically. */
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

/** A position in the order of a plan: the key values of one row, and the direction to read on. */
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

/** null for anything but a cursor of exactly this order: the list then starts at its first page. */
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

/** Checks that the database can read the value, since otherwise the whole page would fail. */
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

/** Date.parse reads 30 February as 2 March; Postgres refuses that, and the year 0. */
function isMoment(text: string): boolean {
  const iso = text.replace(' ', 'T');
  const time = Date.parse(`${iso}Z`);
  return !Number.isNaN(time) && !iso.startsWith('0000') && new Date(time).toISOString().startsWith(iso);
}

/** Rows beyond the cursor: one row comparison, which an index on the same columns answers with one descent. */
export function beyondCursor({ keys, dir }: PagePlan, cursor: Cursor): SqlFragment {
  const forward = (cursor.way === 'after') === (dir === 'asc');
  const columns = keys.map((key) => keyExpression('t', key));
  const values = keys.map((key, index) => fragment`${cursor.values[index]}::${trusted(key.type)}`);
  return fragment`(${joinFragments(columns, ', ')}) ${trusted(forward ? '>' : '<')} (${joinFragments(values, ', ')})`;
}
