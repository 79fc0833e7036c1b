import { capitalize, type Noun } from '../domain/grammar.ts';
import { DELETED_PARAM } from '../domain/list-params.ts';
import type { Act } from '../domain/menu-acts.ts';
import type { MenuId } from '../domain/menu.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { readQuery } from '../domain/search.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import { readPageNumber, readPageSize } from '../domain/page-sizes.ts';
import { planPage, type PagePlan, type PageRequest } from '../read-model/pages/page-plan.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { reachOf, type PageSource } from '../read-model/pages/page-source.ts';
import type { Listed } from '../read-model/read-model.ts';
import type { BulkAct } from './bulk-act.ts';
import type { Column, ListSort, ScreenColumn } from './columns.ts';
import { readAllValues, type Filter, type FilterValues } from './filters.ts';

/** A list as data: its page, count, chips, selects, choices and export are derived from it (docs/add-a-list.md). */
export interface List<Row> {
  /** Menu permission that every verb checks. */
  menu: MenuId;
  /** Address of the list; `/export` and `/choices` lie under it. */
  url: string;
  noun: Noun;
  source: PageSource;
  /**
   * Parts of the source that differ per person: names of rows that they may not see are left out, so that no search finds a row by them.
   */
  sourceFor?: (actor: Staff) => Partial<PageSource>;
  columns: readonly Column<Row>[];
  /** Further sorts of an address, without a column on the screen. */
  sortable?: Readonly<Record<string, ListSort>>;
  /** Default sort; `createdAt` if absent. */
  usualSort?: (values: FilterValues) => string;
  filters: readonly Filter[];
  /** Row access, as conditions over `t`. None for people who see everything: without a condition the count is a stored total. */
  access?: (actor: Staff) => readonly SqlFragment[];
  /** What `access` leaves to somebody, in words; '' for everything. Files and reports say so: part of the rows looks like all of them. */
  scope?: (read: Read, actor: Staff) => Promise<string>;
  /**
   * Masked values shown instead of the row's own, on screens and in files, to staff who may not see it whole (`Staff.seesWhole`). The
   * table has them in `masked_text`, not in `search_text`.
   */
  masks?: (row: Row) => Partial<Row>;
  /** How the global search shows a row (search-hits.ts). */
  hit: ListHit<Row>;
  /** Address of the form for a new record, open to whoever may open the list. */
  newUrl?: string;
  /** Lines of a person's inbox for rows that wait for them. */
  inbox?: readonly Waiting[];
  sheet?: ListSheet;
  /** Bulk acts on a selection of its records, besides deleting them. */
  acts?: readonly BulkAct[];
}

/** A list, or one of a person's own things (`menu: null`): everybody signed in may open that one, and sees what `access` allows. */
export type AnyList<Row> =
  List<Row> | (Omit<List<Row>, 'access' | 'menu'> & { menu: null; access: (actor: Staff) => readonly SqlFragment[] });

/** A line of the inbox. One query of the list with these filters gives both the number and the link. */
interface Waiting {
  id: string;
  title: string | ((actor: Staff) => string);
  /** Filters of the list; null when none of it can wait for this person. */
  params: (actor: Staff) => Readonly<Record<string, string>> | null;
}

/** How a row appears among the hits of other lists. */
interface ListHit<Row> {
  title: (row: Row) => string;
  /** Further facts about the row as people see them, the most telling first; '' for a missing one. The columns of the file follow. */
  facts?: (row: Row) => readonly string[];
  /** Identifies the list where another one shows rows of the same table. Default: the table's name. */
  kind?: string;
  /** Base address of the records' pages. Default: the list's. */
  base?: string;
  /** Address of a row's page, where its id is not enough. */
  href?: (row: Row) => string;
  /** SELECT expressions over `t` that the facts need in addition to the list's. */
  also?: string;
}

interface ListSheet {
  /** First line of the workbook. Default: the noun. */
  title?: string;
  /** Start of the file name. Default: the noun. */
  file?: string;
}

/** The argument of every verb of a list. */
export interface ListCall {
  actor: Staff;
  /** Parameters of the list's address, read leniently. */
  params: URLSearchParams;
}

/** A list's query, read from its address. */
export interface ListQuery extends PageRequest {
  filters: FilterValues;
  isActive: boolean;
}

/** The parts of a list that find its rows, whatever their type. */
export type QueryableList = Pick<List<unknown>, QueryParts> & Sorted & Masking;
/** A list that can be counted and linked to. */
export type LinkedList = QueryableList & Pick<List<unknown>, 'url'>;
type QueryParts = 'access' | 'filters' | 'menu' | 'source' | 'sourceFor' | 'usualSort';
/** Whether a list masks values, whatever the type of its rows. */
interface Masking {
  masks?: (row: never) => object;
}
/** The parts of a list that define its sorts, whatever the type of its rows. */
type Sorted = Pick<List<unknown>, 'sortable'> & {
  columns: readonly (Pick<ScreenColumn<never>, 'kind'> & Partial<Pick<ScreenColumn<never>, 'name' | 'sort'>>)[];
};

/** The query of an address, and the plan shared by page, count and export. Errors: `forbidden`. */
export function planListQuery(
  list: Pick<AnyList<unknown>, QueryParts> & Sorted & Masking,
  { actor, params }: ListCall,
): { query: ListQuery; plan: PagePlan } {
  requireListMenu(actor, list);
  const sorts = sortsOf(list);
  const query = readListQuery(list, sorts, params, actor.pageSize);
  const where = [...(list.access?.(actor) ?? []), ...list.filters.flatMap((filter) => filter.where(query.filters, actor))];
  return { query, plan: planPage(sourceOf(list, actor), query, where, sorts) };
}

/** The source of a list for one person. */
export function sourceOf({ source, sourceFor, masks }: Pick<AnyList<never>, 'source' | 'sourceFor'> & Masking, actor: Staff): PageSource {
  return { ...source, ...sourceFor?.(actor), ...(masks && { masked: reachOf(actor) }) };
}

/**
 * The address of a list with these filters, and its conditions over `t`, so that a number and the list behind it
 * count the same rows. Errors: `forbidden`.
 */
export function rowsBehind(
  list: LinkedList,
  actor: Staff,
  filterValues: Readonly<Record<string, string>>,
): { href: string; source: PageSource; where: SqlFragment } {
  const { source, where } = planListQuery(list, { actor, params: new URLSearchParams(filterValues) }).plan;
  return { href: hrefOf(list, filterValues), source, where };
}

/** Address of a list with these filters. */
export function hrefOf({ url }: Pick<List<unknown>, 'url'>, given: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(given)}`;
}

/** A row as this person sees it, masked where needed. */
export function shownTo<Row extends object>({ masks }: Pick<AnyList<Row>, 'masks'>, { seesWhole }: Pick<Staff, 'seesWhole'>) {
  return <Read extends Row | Listed<Row>>(row: Read): Read => (masks && !seesWhole ? { ...row, ...masks(row as Row) } : row);
}

/** Errors: `forbidden`, unless the list holds a person's own things. */
export function requireListMenu(actor: Staff, { menu }: Pick<AnyList<unknown>, 'menu'>, act?: Act): void {
  if (menu !== null) requireMenu(actor, menu, act);
}

/** The filter values of an address. */
export function readFilters({ filters }: Pick<List<unknown>, 'filters'>, params: URLSearchParams): FilterValues {
  return Object.fromEntries(filters.flatMap((filter) => Object.entries(readAllValues(filter, params))));
}

/** Lenient: invalid values are ignored, so that an old bookmark or a typed address still shows a list. */
function readListQuery(list: Omit<QueryableList, 'menu'>, sorts: Sorts, params: URLSearchParams, pageSize: number): ListQuery {
  const filters = readFilters(list, params);
  const requestedSort = params.get('sort') ?? '';
  const sort = Object.hasOwn(sorts, requestedSort) ? requestedSort : (list.usualSort?.(filters) ?? 'createdAt');
  const dir = params.get('dir');
  return {
    q: readQuery(params),
    page: readPageNumber(params),
    cursor: params.get('cursor') ?? undefined,
    pageSize: readPageSize(params, pageSize),
    sort,
    dir: sort === requestedSort && (dir === 'asc' || dir === 'desc') ? dir : firstDirection(sorts[sort]),
    filters,
    isActive: filters[DELETED_PARAM] === undefined,
  };
}

type Sorts = Readonly<Record<string, ListSort>>;

/** All sorts of a list, by name. */
export function sortsOf({ columns, sortable }: Sorted): Sorts {
  return { ...Object.fromEntries(columns.flatMap(({ name, sort }) => (name !== undefined && sort ? [[name, sort]] : []))), ...sortable };
}

/** The direction of the first click. */
export function firstDirection(sort: ListSort | undefined): 'asc' | 'desc' {
  return sort?.first ?? (sort && sort.type !== 'timestamptz' ? 'asc' : 'desc');
}

/** Identifies the list, in searches and for a person's choice of columns. */
export function kindOf({ source, hit }: { source: { table: string }; hit?: { kind?: string } }): string {
  return hit?.kind ?? source.table;
}

export function listTitle({ noun }: Pick<List<unknown>, 'noun'>): string {
  return capitalize(noun.plural);
}
