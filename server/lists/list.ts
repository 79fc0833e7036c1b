import { capitalize, type Noun } from '../domain/grammar.ts';
import { DELETED_PARAM } from '../domain/list-params.ts';
import type { MenuId } from '../domain/menu.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import type { SqlFragment } from '../platform/sql-fragment.ts';
import { readListAddress, type ListAddress, type Sortable } from '../read-model/pages/list-address.ts';
import type { PageSource } from '../read-model/pages/page-source.ts';
import type { PageRequest } from '../read-model/read-model.ts';
import type { Column, ListSort, ScreenColumn } from './columns.ts';
import type { Filter, FilterValues } from './filters.ts';

/** A list as data: its page, count, chips, selects, choices and export follow from it (docs/add-a-list.md). */
export interface List<Row> {
  /** Permission of every verb. */
  menu: MenuId;
  /** Address of the list; `/export` and `/choices` lie under it. */
  url: string;
  noun: Noun;
  source: Omit<PageSource, 'sortable'>;
  columns: readonly Column<Row>[];
  /** By what else an address may sort: what the screen has no column of. */
  sortable?: Readonly<Record<string, ListSort>>;
  /** The column of the first look; `createdAt` unless said. */
  usualSort?: (values: FilterValues) => string;
  filters: readonly Filter[];
  /** Row access, as conditions over `t`. None for who sees everything: without a condition the count is a kept total. */
  access?: (actor: Staff) => readonly SqlFragment[];
  /** How the search of everything shows a row (search-hits.ts). */
  hit: ListHit<Row>;
  /** Address of the form of a new record, for who may open the list. */
  newUrl?: string;
  /** What of the list waits for a person, as lines of their inbox. */
  inbox?: readonly Waiting[];
  sheet?: ListSheet;
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
export interface ListQuery extends ListAddress {
  filters: FilterValues;
  /** False shows the deleted records instead. */
  isActive: boolean;
}

/** Everything that page, count and export have in common. */
export interface ListQuestion {
  query: ListQuery;
  source: PageSource;
  request: PageRequest;
  /** Row access and filters: the same for all of them. */
  where: readonly SqlFragment[];
}

/** A list as far as its rows are found, whatever they hold. */
export type AskedList = Pick<List<unknown>, AskedFacts> & Sorted;
type AskedFacts = 'access' | 'filters' | 'menu' | 'source' | 'usualSort';
/** Of a list its sorts, whatever rows it has. */
type Sorted = Pick<List<unknown>, 'sortable'> & {
  columns: readonly (Pick<ScreenColumn<never>, 'kind'> & Partial<Pick<ScreenColumn<never>, 'name' | 'sort'>>)[];
};

/** Errors: `forbidden`. */
export function askList(list: Pick<AnyList<unknown>, AskedFacts> & Sorted, { actor, params }: ListCall): ListQuestion {
  requireListMenu(actor, list);
  const query = readListQuery(list, params, actor.pageSize);
  const { q, page, cursor, pageSize, sort, dir, isActive } = query;
  const sorts = sortsOf(list);
  const reversed = sorts[sort]?.reverseOf;
  const opposite = dir === 'asc' ? 'desc' : 'asc';
  return {
    query,
    source: {
      ...list.source,
      sortable: Object.fromEntries(Object.entries(sorts).map(([name, column]) => [column.reverseOf ?? name, column])),
    },
    request: {
      q,
      page,
      cursor,
      pageSize,
      sort: reversed ?? sort,
      dir: reversed ? opposite : dir,
      show: isActive ? 'active' : 'inactive',
    },
    where: [...(list.access?.(actor) ?? []), ...list.filters.flatMap((filter) => filter.where(query.filters))],
  };
}

/** Errors: `forbidden`, unless the list is of what is a person's own. */
export function requireListMenu(actor: Staff, { menu }: Pick<AnyList<unknown>, 'menu'>): void {
  if (menu !== null) requireMenu(actor, menu);
}

/** What an address asks of a list's filters. */
export function readFilters({ filters }: Pick<List<unknown>, 'filters'>, params: URLSearchParams): FilterValues {
  return Object.fromEntries(filters.flatMap((filter) => Object.entries(filter.read(params))));
}

function readListQuery(list: Omit<AskedList, 'menu'>, params: URLSearchParams, pageSize: number): ListQuery {
  const filters = readFilters(list, params);
  const sort = list.usualSort?.(filters) ?? 'createdAt';
  return {
    ...readListAddress(params, { sortable: firstDirections(list), pageSize, sort }),
    filters,
    isActive: filters[DELETED_PARAM] === undefined,
  };
}

/** Everything by which a list sorts. */
export function sortsOf({ columns, sortable }: Sorted): Readonly<Record<string, ListSort>> {
  return { ...Object.fromEntries(columns.flatMap(({ name, sort }) => (name !== undefined && sort ? [[name, sort]] : []))), ...sortable };
}

/** Each column that sorts, with the direction of its first click. */
export function firstDirections(list: Sorted): Sortable {
  return Object.fromEntries(
    Object.entries(sortsOf(list)).map(([name, { first, type }]) => [name, first ?? (type === 'timestamptz' ? 'desc' : 'asc')]),
  );
}

/** Names the list: among those that are searched, and for the columns that somebody chose. */
export function kindOf({ source, hit }: { source: { table: string }; hit?: { kind?: string } }): string {
  return hit?.kind ?? source.table;
}

export function listTitle({ noun }: Pick<List<unknown>, 'noun'>): string {
  return capitalize(noun.plural);
}
