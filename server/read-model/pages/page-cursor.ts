import { keyExpression, type OrderKey } from './page-source.ts';
import { fragment, joinFragments, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';

/** A place in an ordered list: the key values of one row, and which way to read on from it. */
export interface Cursor {
  /** Number of the page that it leads to, for showing. */
  page: number;
  way: 'after' | 'before';
  sort: string;
  dir: 'asc' | 'desc';
  /** Key values as Postgres writes them: timestamps keep their microseconds. */
  values: readonly string[];
}

const MAX_CURSOR_CHARACTERS = 4_000;
const MAX_PAGE = 1_000_000_000;

export function encodeCursor(cursor: Cursor): string {
  const { page, way, sort, dir, values } = cursor;
  return Buffer.from(JSON.stringify([page, way === 'after' ? 1 : 0, sort, dir === 'asc' ? 1 : 0, values])).toString('base64url');
}

/** null for anything that is not a cursor of exactly this order: the list then starts at its first page. */
export function decodeCursor(
  text: string | undefined,
  order: { sort: string; dir: 'asc' | 'desc'; keys: readonly OrderKey[] },
): Cursor | null {
  if (!text || text.length > MAX_CURSOR_CHARACTERS || order.keys.some((key) => key.nullable)) return null;
  const parsed = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parsed)) return null;
  const [page, way, sort, dir, values] = parsed as unknown[];
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 1 || page > MAX_PAGE) return null;
  if (sort !== order.sort || dir !== (order.dir === 'asc' ? 1 : 0) || (way !== 0 && way !== 1)) return null;
  if (!Array.isArray(values) || values.length !== order.keys.length) return null;
  const texts: string[] = [];
  for (const [index, key] of order.keys.entries()) {
    const value: unknown = values[index];
    if (typeof value !== 'string' || !fits(key, value)) return null;
    texts.push(value);
  }
  return { page, way: way === 1 ? 'after' : 'before', sort: order.sort, dir: order.dir, values: texts };
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
export function beyondCursor(alias: string, keys: readonly OrderKey[], cursor: Cursor): SqlFragment {
  const forward = (cursor.way === 'after') === (cursor.dir === 'asc');
  const columns = keys.map((key) => keyExpression(alias, key));
  const values = keys.map((key, index) => fragment`${cursor.values[index]}::${trusted(key.type)}`);
  return fragment`(${joinFragments(columns, ', ')}) ${trusted(forward ? '>' : '<')} (${joinFragments(values, ', ')})`;
}
