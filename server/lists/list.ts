import { capitalize, type Noun } from '../domain/grammar.ts';
import { DELETED_PARAM } from '../domain/list-params.ts';
import type { Act } from '../domain/menu-acts.ts';
import type { MenuId } from '../domain/menu.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { readQuery } from '../domain/search.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import { readPageNumber, readPageSize } from '../domain/page-sizes.ts';
import { planPage, type PagePlan, type PageRequest } from '../read-model/pages/page-plan.ts';
import type { PageSource } from '../read-model/pages/page-source.ts';
import type { Listed } from '../read-model/read-model.ts';
import type { BulkAct } from './bulk-act.ts';
import type { Column, ListSort, ScreenColumn } from './columns.ts';
import { readSeveral, type Filter, type FilterValues } from './filters.ts';

/** A list as data: its page, count, chips, selects, choices and export follow from it (docs/add-a-list.md). */
export interface List<Row> {
  /** Permission of every verb. */
  menu: MenuId;
  /** Address of the list; `/export` and `/choices` lie under it. */
  url: string;
  noun: Noun;
  source: PageSource;
  /** What of the source is other for somebody: what is not there for them names no row, and no search finds a row by it. */
  sourceFor?: (actor: Staff) => Partial<PageSource>;
  columns: readonly Column<Row>[];
  /** By what else an address may sort: what the screen has no column of. */
  sortable?: Readonly<Record<string, ListSort>>;
  /** The column of the first look; `createdAt` unless said. */
  usualSort?: (values: FilterValues) => string;
  filters: readonly Filter[];
  /** Row access, as conditions over `t`. None for who sees everything: without a condition the count is a kept total. */
  access?: (actor: Staff) => readonly SqlFragment[];
  /** What of a row stands in its place on screens and in files, for who is not shown it whole (`seesWhole` of Staff). */
  masks?: (row: Row) => Partial<Row>;
  /** How the search of everything shows a row (search-hits.ts). */
  hit: ListHit<Row>;
  /** Address of the form of a new record, for who may open the list. */
  newUrl?: string;
  /** What of the list waits for a person, as lines of their inbox. */
  inbox?: readonly Waiting[];
  sheet?: ListSheet;
  /** What is done to a selection of its records, beside deleting them. */
  acts?: readonly BulkAct[];
}

/** A list, or one of what is a person's own: that one whoever is signed in may open, and sees what `access` leaves of it. */
export type AnyList<Row> =
  List<Row> | (Omit<List<Row>, 'access' | 'menu'> & { menu: null; access: (actor: Staff) => readonly SqlFragment[] });

/** A line of the inbox: the list itself, asked with these filters, is what is counted and where the line leads. */
interface Waiting {
  id: string;
  title: string | ((actor: Staff) => string);
  /** Filters of the list; null when nothing of it can wait for the person. */
  params: (actor: Staff) => Readonly<Record<string, string>> | null;
}

/** A row as a hit among those of other lists. */
interface ListHit<Row> {
  title: (row: Row) => string;
  /** What people see of it beside the title, as they see it, the most telling first; '' for what it lacks. The file's columns follow. */
  facts?: (row: Row) => readonly string[];
  /** Names the list where another one shows rows of the same table; the table unless said. */
  kind?: string;
  /** Address under which the pages of records lie; the list's unless said. */
  base?: string;
  /** Address of a row's page where it follows from more than its id. */
  href?: (row: Row) => string;
  /** SELECT expressions over `t` that the facts need beside what the list shows. */
  also?: string;
}

interface ListSheet {
  /** First line of the workbook; the noun unless said. */
  title?: string;
  /** Begins the file's name; the noun unless said. */
  file?: string;
}

/** Who asks; every verb takes it. */
export interface ListCall {
  actor: Staff;
  /** The list's address, read leniently. */
  params: URLSearchParams;
}

/** What a list shows, read from its address. */
export interface ListQuery extends PageRequest {
  filters: FilterValues;
  isActive: boolean;
}

/** A list as far as its rows are found, whatever they hold. */
export type AskedList = Pick<List<unknown>, AskedFacts> & Sorted;
/** A list as far as numbers lead to it. */
export type LinkedList = AskedList & Pick<List<unknown>, 'url'>;
type AskedFacts = 'access' | 'filters' | 'menu' | 'source' | 'sourceFor' | 'usualSort';
/** Of a list its sorts, whatever rows it has. */
type Sorted = Pick<List<unknown>, 'sortable'> & {
  columns: readonly (Pick<ScreenColumn<never>, 'kind'> & Partial<Pick<ScreenColumn<never>, 'name' | 'sort'>>)[];
};

/** What an address asks of a list, and the plan that page, count and export have in common. Errors: `forbidden`. */
export function askList(
  list: Pick<AnyList<unknown>, AskedFacts> & Sorted,
  { actor, params }: ListCall,
): { query: ListQuery; plan: PagePlan } {
  requireListMenu(actor, list);
  const sorts = sortsOf(list);
  const query = readListQuery(list, sorts, params, actor.pageSize);
  const where = [...(list.access?.(actor) ?? []), ...list.filters.flatMap((filter) => filter.where(query.filters, actor))];
  return { query, plan: planPage(sourceOf(list, actor), query, where, sorts) };
}

/** What a list reads for somebody. */
export function sourceOf({ source, sourceFor }: Pick<AnyList<never>, 'source' | 'sourceFor'>, actor: Staff): PageSource {
  return { ...source, ...sourceFor?.(actor) };
}

/**
 * What a number is that leads to a list with these filters: the list's address, and its conditions over `t`, so that both
 * count the same. Errors: `forbidden`.
 */
export function rowsBehind(list: LinkedList, actor: Staff, given: Readonly<Record<string, string>>): { href: string; where: SqlFragment } {
  const { where } = askList(list, { actor, params: new URLSearchParams(given) }).plan;
  return { href: hrefOf(list, given), where };
}

/** A list with these filters. */
export function hrefOf({ url }: Pick<List<unknown>, 'url'>, given: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(given)}`;
}

/** A row as somebody is shown it. */
export function shownTo<Row extends object>({ masks }: Pick<AnyList<Row>, 'masks'>, { seesWhole }: Pick<Staff, 'seesWhole'>) {
  return <Read extends Row | Listed<Row>>(row: Read): Read => (masks && !seesWhole ? { ...row, ...masks(row as Row) } : row);
}

/** Errors: `forbidden`, unless the list is of what is a person's own. */
export function requireListMenu(actor: Staff, { menu }: Pick<AnyList<unknown>, 'menu'>, act?: Act): void {
  if (menu !== null) requireMenu(actor, menu, act);
}

/** What an address asks of a list's filters. */
export function readFilters({ filters }: Pick<List<unknown>, 'filters'>, params: URLSearchParams): FilterValues {
  return Object.fromEntries(filters.flatMap((filter) => Object.entries(readSeveral(filter, params))));
}

/** Leniently: what cannot be is as if it were not there, so an old bookmark or a typed address still gives a list. */
function readListQuery(list: Omit<AskedList, 'menu'>, sorts: Sorts, params: URLSearchParams, pageSize: number): ListQuery {
  const filters = readFilters(list, params);
  const asked = params.get('sort') ?? '';
  const sort = Object.hasOwn(sorts, asked) ? asked : (list.usualSort?.(filters) ?? 'createdAt');
  const dir = params.get('dir');
  return {
    q: readQuery(params),
    page: readPageNumber(params),
    cursor: params.get('cursor') ?? undefined,
    pageSize: readPageSize(params, pageSize),
    sort,
    dir: sort === asked && (dir === 'asc' || dir === 'desc') ? dir : firstDirection(sorts[sort]),
    filters,
    isActive: filters[DELETED_PARAM] === undefined,
  };
}

type Sorts = Readonly<Record<string, ListSort>>;

/** Everything by which a list sorts. */
export function sortsOf({ columns, sortable }: Sorted): Sorts {
  return { ...Object.fromEntries(columns.flatMap(({ name, sort }) => (name !== undefined && sort ? [[name, sort]] : []))), ...sortable };
}

/** The direction of the first click. */
export function firstDirection(sort: ListSort | undefined): 'asc' | 'desc' {
  return sort?.first ?? (sort && sort.type !== 'timestamptz' ? 'asc' : 'desc');
}

/** Names the list: among those that are searched, and for the columns that somebody chose. */
export function kindOf({ source, hit }: { source: { table: string }; hit?: { kind?: string } }): string {
  return hit?.kind ?? source.table;
}

export function listTitle({ noun }: Pick<List<unknown>, 'noun'>): string {
  return capitalize(noun.plural);
}
