import type { NamedHits } from './search-condition.ts';
import { decodeCursor, type Cursor } from './page-cursor.ts';
import { orderKeys, presentRows, type OrderKey, type PageSource } from './page-source.ts';
import type { PageRequest } from '../read-model.ts';
import { searchConditions } from './search-condition.ts';
import { allOf, type SqlFragment } from '../../platform/sql-fragment.ts';

const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 1_000_000_000;

/** A request with every value checked: the order, the size, the conditions. */
export interface PagePlan {
  source: PageSource;
  show: 'active' | 'inactive';
  keys: readonly OrderKey[];
  sort: string;
  dir: 'asc' | 'desc';
  page: number;
  pageSize: number;
  cursor: Cursor | null;
  isMany: boolean;
  /** Which rows exist for this list at all. */
  present: SqlFragment;
  /** Filters, row access and search; empty when the whole list is meant. */
  conditions: readonly SqlFragment[];
  /** Both together: the one WHERE of page, count and export. */
  where: SqlFragment;
}

/** Reads a request leniently: an unknown sort becomes newest first, a cursor that does not fit is left out, sizes are bounded. */
export function planPage(source: PageSource, request: PageRequest, where: readonly SqlFragment[], named: NamedHits): PagePlan {
  const keys = orderKeys(source, request.sort);
  const sort = keys[0]?.column ?? 'id';
  const dir = sort === request.sort ? request.dir : 'desc';
  const cursor = decodeCursor(request.cursor, { sort, dir, keys });
  const show = request.show ?? 'active';
  const present = presentRows(show);
  const conditions = [...where, ...searchConditions(source, request.q, named)];
  return {
    source,
    show,
    keys,
    sort,
    dir,
    cursor,
    isMany: request.isMany ?? false,
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
