import type { Noun } from '../domain/grammar.ts';
import { ALL_CHOICES_PARAM } from '../domain/list-params.ts';
import { linesIn } from '../domain/text.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, joinFragments } from '../platform/sql/sql-fragment.ts';
import type { Choice } from '../read-model/pages/choices.ts';
import type { PagePlan } from '../read-model/pages/page-plan.ts';
import { readPage } from '../read-model/pages/page-query.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import type { Listed, Page } from '../read-model/read-model.ts';
import { shownActs, type ShownAct } from './bulk-act.ts';
import { screenColumns, toCell, toShown, type Cell, type ShownColumn } from './columns.ts';
import type { Filter, FilterOption, FilterValues, SelectFacts, Sentence } from './filters.ts';
import { planListQuery, firstDirection, kindOf, shownTo, sortsOf, type AnyList, type List, type ListCall, type ListQuery } from './list.ts';

/** A select of the filter bar. */
interface ShownSelect extends SelectFacts {
  value: string;
  options: readonly FilterOption[];
  /** Further options come from `<list URL>/choices?filter=<name>`. */
  more?: true;
  /** Drawn as a list box of all options, to choose several without scripts. */
  multiple?: true;
}

/** One page of a list with what its screen needs around it; JSON for the browser. */
export interface ListPage<Row> extends Page<Listed<Row>> {
  query: ListQuery;
  list: {
    id: string;
    /** Tells the screen what the person may do there. */
    menu: AnyList<Row>['menu'];
    url: string;
    /** Base address of its records' pages; null where rows have other addresses or none. */
    recordsUrl: string | null;
    noun: Noun;
    /** Sort names, with the direction of the first click. */
    sortable: Readonly<Record<string, 'asc' | 'desc'>>;
    hasDays: boolean;
  };
  /** The columns that the screen offers; the first names the record. */
  columns: readonly ShownColumn[];
  /** One array per row, with one cell per column. */
  cells: readonly (readonly Cell[])[];
  /** Bulk acts on a selection; none for deleted records. */
  acts: readonly ShownAct[];
  selects: readonly ShownSelect[];
  sentences: readonly Sentence[];
}

/**
 * Reads the page, its count and the names of its filter values from one snapshot. Errors: `forbidden`.
 * @param known from the same snapshot, where the tabs have already counted (`areMany`)
 */
export async function readListPage<Row extends object>(
  read: Read,
  list: AnyList<Row>,
  call: ListCall,
  known: Partial<Pick<PagePlan, 'isMany'>> = {},
): Promise<ListPage<Row>> {
  const { query, plan } = planListQuery(list, call);
  const sentences = await readSentences(read, list, call.actor, query);
  const selects = await readSelects(read, list, call, query.filters, sentences);
  const { rows: found, ...page } = await readPage<Row>(read, { ...plan, ...known });
  const rows = found.map(shownTo(list, call.actor));
  const columns = screenColumns(list.columns);
  return {
    ...page,
    rows,
    query,
    list: {
      id: kindOf(list),
      menu: list.menu,
      url: list.url,
      recordsUrl: list.hit.href ? null : (list.hit.base ?? list.url),
      noun: list.noun,
      sortable: Object.fromEntries(Object.entries(sortsOf(list)).map(([name, sort]) => [name, firstDirection(sort)])),
      hasDays: list.filters.some(({ hasDays }) => hasDays),
    },
    columns: columns.map(toShown),
    acts: query.isActive ? shownActs(list, call.actor) : [],
    cells: rows.map((row) => columns.map((column) => toCell(column, row))),
    selects,
    sentences,
  };
}

/** How the list is narrowed, the search first. Reads only the names of the chosen values. */
export async function readSentences(
  read: Read,
  list: Pick<List<unknown>, 'filters'>,
  actor: Staff,
  query: Pick<ListQuery, 'filters' | 'q'>,
): Promise<Sentence[]> {
  const names = await readNames(read, list.filters, actor, query.filters);
  const searched = query.q === '' ? [] : [{ param: 'q', label: 'Búsqueda', value: query.q }];
  return [...searched, ...list.filters.flatMap((filter) => filter.toSentences(query.filters, names.get(filter)))];
}

type Names = ReadonlyMap<string, string>;

/** The names of the chosen records that exist and that the person may see, by value. */
export async function readNames(read: Read, filters: readonly Filter[], actor: Staff, values: FilterValues): Promise<Map<Filter, Names>> {
  const nameQueries = filters.flatMap((filter, place) => {
    const chosen = values[filter.select?.name ?? ''];
    return (chosen === undefined ? [] : linesIn(chosen)).flatMap((value) => {
      const one = filter.choices?.one?.(value, actor);
      return one ? [fragment`SELECT ${place}::int AS place, ${value}::text AS value, named.name FROM (${one}) named`] : [];
    });
  });
  if (nameQueries.length === 0) return new Map();
  const rows = await read<{ place: number; value: string; name: string | null }>(joinFragments(nameQueries, ' UNION ALL '));
  const namesAt = (place: number) => rows.filter((row) => row.place === place).map(({ value, name }) => [value, name ?? ''] as const);
  return new Map(filters.map((filter, place) => [filter, new Map(namesAt(place))]));
}

async function readSelects<Row>(
  read: Read,
  list: AnyList<Row>,
  { actor, params }: ListCall,
  values: FilterValues,
  sentences: readonly Sentence[],
): Promise<ShownSelect[]> {
  const selects: ShownSelect[] = [];
  for (const filter of list.filters) {
    if (!filter.select || filter.select.place === 'own') continue;
    const value = values[filter.select.name] ?? '';
    const chosen = sentences.filter((sentence) => sentence.param === filter.select?.name);
    const shown = { ...filter.select, value };
    const several = chosen.length > 1 ? [{ value, label: `${filter.select.label}: ${chosen.length}` }] : [];
    if (params.has(ALL_CHOICES_PARAM)) {
      const options = await readChoices(read, filter, actor);
      selects.push({ ...shown, options, ...(options.length > 2 && { multiple: true }) });
    } else if (!isLoadedOnDemand(filter)) selects.push({ ...shown, options: [...several, ...(filter.options ?? [])] });
    else if (several.length > 0) selects.push({ ...shown, options: several, more: true });
    else selects.push({ ...shown, options: chosen.map((sentence) => ({ value, label: sentence.value })), more: true });
  }
  return selects;
}

/** A filter behind «Más filtros» with more options than this loads them on opening: few people open it. */
const FEW_OPTIONS = 4;

/** Whether its options are loaded when it is opened. */
function isLoadedOnDemand({ choices, options = [], select }: Filter): boolean {
  return choices !== undefined || (select?.place === 'more' && options.length > FEW_OPTIONS);
}

/** All choices of a filter that this person may use. */
export async function readChoices(read: Read, { choices, words, options }: Filter, actor: Staff): Promise<FilterOption[]> {
  if (!choices) return [...(options ?? [])];
  const rows = await read<Choice>(choices.all(actor));
  return rows.map(({ id, name }) => ({ value: id, label: words?.(id) ?? name }));
}
