import { readStateNames } from '../domain/constants.ts';
import { formatMonth } from '../domain/dates.ts';
import { capitalize } from '../domain/grammar.ts';
import { grainOf, monthPeriod, overlap, partsOf } from '../domain/periods.ts';
import type { MenuId } from '../domain/menu.ts';
import { canOpen, type Staff } from '../domain/permissions.ts';
import type { StateNames } from '../domain/state-names.ts';
import { planListQuery, type QueryableList, type List } from '../lists/list.ts';
import { filterParams, type Filter } from '../lists/filters.ts';
import { allOf, fragment, quoteIdentifier, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { AGENCIES, type ChoiceSource } from '../read-model/pages/choices.ts';
import { countInTime, countUpTo } from '../read-model/pages/page-query.ts';
import { presentRows, rowsOf } from '../read-model/pages/page-source.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { streamQuery } from '../read-model/pages/stream-rows.ts';
import type { FurtherSheet, Row } from '../workbooks/sheet.ts';
import { figuresOf, measureColumns, shareColumns, type CountRow, type CountTotals, type Measure } from './counted-rows.ts';
import { listHref } from './list-href.ts';
import { pageOfGroups, readGroups, sortGroups } from './read-groups.ts';
import { nonEmptyValues } from './report-query.ts';
import type { RowDay } from './row-day.ts';
import {
  BY_AGENCY,
  BY_MONTH,
  type FactsSplit,
  type Report,
  type ReportGrouping,
  type ReportParameter,
  type ReportQuery,
  type ReportQuestion,
} from './report.ts';

/** The parts of a list that counting needs. */
type CountedList = QueryableList & Pick<List<unknown>, 'noun' | 'scope' | 'url'>;

export interface ListGrouping extends ReportGrouping {
  /** SQL text over `t`: the key that rows of a group share; '' for rows without one. */
  key: string;
  /** SQL that turns a key into an id, when keys are faster to group by than ids; default: the key itself. */
  idOf?: (key: string) => string;
  /** The list's filters that show exactly this group's rows; null when no filter does. */
  link(key: string, query: ReportQuery): Readonly<Record<string, string>> | null;
  /** Names of keys: the records they are ids of, or a function; default: the key itself. */
  names?: ChoiceSource;
  nameOf?: (key: string) => string;
  /** SELECT of `id` and `name`: names that events recorded, for keys whose records are gone or have no name. */
  recordedNames?: (keys: readonly string[]) => SqlFragment;
  /** Keys are several ids joined with `/`: the separator between their names, and the text for a missing one. */
  joined?: { between: string; none: string };
  /** The keys of rows without events, beside those that were found: a group that counts nothing is left out unless named here. */
  emptyKeys?: (found: readonly string[], question: Pick<ReportQuestion, 'query' | 'today'>) => string[];
}

interface ListReport extends Pick<Report, 'empty' | 'filePrefix' | 'id' | 'isOnHome' | 'place' | 'question' | 'tab' | 'title'> {
  list: CountedList;
  /** The menu of the list's page, if it differs from the one that the report counts with. */
  opens?: MenuId;
  /** The date that the list's date filter uses; null counts the current state. */
  day: RowDay | null;
  /** Name of the list's agency filter, and of the column with the agency's id. */
  agency?: string;
  /** Filters of the list that the report always applies. */
  always?: Readonly<Record<string, string>>;
  /** Names of the list's filters that the report offers as parameters. */
  filters: readonly string[];
  groupings: readonly [ListGrouping, ...ListGrouping[]];
  /** A function when their titles contain state names. */
  measures?: readonly Measure[] | ((names: StateNames) => readonly Measure[]);
  /**
   * A pre-aggregated relation with the columns that conditions, groupings and measures use, and `events`, the number of rows that one
   * of its rows stands for, in a part of `grain`; null when only the list's own rows will do. Measures then sum up `t.events`.
   */
  rollUp?: (actor: Staff, query: ReportQuery, grain: FactsSplit['grain']) => SqlFragment | null;
  /** Further tabs of the workbook: details of the counted rows, in the same order. */
  further?: readonly RowsTab[];
}

export interface RowsTab<Selected extends object = object> extends Pick<FurtherSheet, 'columns' | 'name' | 'title'> {
  /** SELECT list over `t` and `joins`. */
  select: string;
  joins?: string;
  /** The lines of one row: none, one or several. */
  linesOf(row: Selected): Row[];
}

/**
 * A report that counts the rows of a list. The list decides who may see what and what a filter means, so every number
 * links to a list with the same count.
 */
export function listReport({ measures = [], ...about }: ListReport): Report<CountRow, CountTotals> {
  if (typeof measures !== 'function') return reportOf(about, measures);
  return { ...reportOf(about, measures(readStateNames({}))), withStateNames: (names) => reportOf(about, measures(names)) };
}

function reportOf(about: Omit<ListReport, 'measures'>, measures: readonly Measure[]): Report<CountRow, CountTotals> {
  const { list, day, agency, filters, groupings, always = {}, opens = list.menu, further = [], rollUp, ...facts } = about;
  if (day !== null && !list.filters.some(({ hasDays }) => hasDays)) throw new Error(`The list ${list.url} has no dayFilter`);
  const counted = (actor: Staff, query: ReportQuery) => conditionsOf(list, actor, listParamsOf(query, always));
  const groupingOf = ({ by }: ReportQuery) => groupings.find(({ id }) => id === by) ?? groupings[0];
  const table = rowsOf(list.source);
  const weighed = fragment`(SELECT l.*, 1 AS events FROM ${table} l)`;
  const relation = (actor: Staff, query: ReportQuery, grain: FactsSplit['grain']) =>
    rollUp ? (rollUp(actor, query, grain) ?? weighed) : table;
  const weight = rollUp ? 't.events' : undefined;
  const grouped = ({ query, actor, today }: ReportQuestion) => {
    const grouping = groupingOf(query);
    return {
      relation: relation(actor, query, null),
      ...(weight !== undefined && { weight }),
      where: counted(actor, query),
      grouping,
      emptyKeys: (found: readonly string[]) => grouping.emptyKeys?.(found, { query, today }) ?? [],
      measures,
    };
  };
  return {
    ...facts,
    menu: list.menu,
    ...(list.access && { access: list.access }),
    ...(list.scope && { scope: list.scope }),
    url: `/reports/${facts.id}`,
    days: day === null ? 'none' : 'closed',
    parameters: filters.map((name) => parameterOf(list, name)),
    ...(agency !== undefined && { agencyParameter: agency }),
    groupings,
    sorts: { events: 'desc', name: 'asc' },
    words: { event: list.noun.singular, events: list.noun.plural, ...groupings[0].words },
    columns: [
      { name: 'name', title: '', kind: 'text', width: 42, value: (row) => row.name, sort: 'name' },
      ...shareColumns(capitalize(list.noun.plural)),
      ...measureColumns(measures),
      { name: 'id', title: 'Código', kind: 'text', isId: true, value: (row) => row.id, only: 'file' },
    ],
    rowKey: (row) => row.id,
    bar: (row) => ({ name: row.name, value: row.events }),
    figures: (numbers) => figuresOf(numbers, { events: list.noun.plural, measures }),
    drillDown(row, query, actor) {
      const group = canOpen(actor, opens) ? groupingOf(query).link(row.id, query) : null;
      return group && listHref(list, { ...listParamsOf(query, always), ...group });
    },
    run: async (read, question) => pageOfGroups(await readGroups(read, grouped(question)), question.query),
    async *rows(sql, question) {
      const { groups } = await readForScreen(sql, (read) => readGroups(read, grouped(question)));
      yield sortGroups(groups, question.query);
    },
    ...(further.length > 0 && {
      further: (sql, { query, actor }) => further.map((tab) => readTab(sql, list, tab, counted(actor, query))),
    }),
    ...(day !== null && {
      facts: ({ query, actor }, { grain, byAgency }) => {
        const time = trusted(grain ? day.key : 'NULL::text');
        const place = trusted(byAgency && agency !== undefined ? columnOf(agency) : `''::text`);
        const events = trusted(weight === undefined ? 'count(*)' : `sum(${weight})`);
        return fragment`SELECT ${trusted(grain ? day.day('key') : 'NULL::date')} AS day, agency, events
          FROM (SELECT ${time} AS key, ${place} AS agency, ${events} AS events
            FROM ${relation(actor, query, grain)} t WHERE ${counted(actor, query)} GROUP BY 1, 2) AS counted`;
      },
    }),
  };
}

/** Groups by a filter of the list, whose values are the keys. Default key: the column of the filter's name. */
export function byFilter(
  id: string,
  facts: Pick<ListGrouping, 'label' | 'words' | 'names' | 'nameOf' | 'recordedNames'> &
    Partial<Pick<ListGrouping, 'key'>> & { filter: string },
): ListGrouping {
  const { filter, ...grouping } = facts;
  return { key: columnOf(filter), ...grouping, id, link: (key) => (key === '' ? null : { [filter]: key }) };
}

/** Groups by agency, with the name of the list's agency filter. */
export function byAgency(filter: string): ListGrouping {
  return byFilter(BY_AGENCY, { label: 'Por agencia', words: { row: 'agencia', rows: 'agencias' }, names: AGENCIES, filter });
}

/** Groups by month, in chronological order and without gaps: March must not stand next to May. */
export function byMonth(day: RowDay): ListGrouping {
  return {
    id: BY_MONTH,
    label: 'Por mes',
    words: { row: 'mes', rows: 'meses' },
    key: day.monthKey,
    idOf: day.month,
    nameOf: formatMonth,
    sort: 'name',
    link: (key, { from, to }) => {
      const days = overlap({ from, to }, monthPeriod(key));
      return days && { ...days };
    },
    emptyKeys: monthsWithoutEvents,
  };
}

/** The period's months, as on its chart: up to the current one or the last with events; of a very long period, since the first with events. */
function monthsWithoutEvents(found: readonly string[], { query: { from, to }, today }: Pick<ReportQuestion, 'query' | 'today'>): string[] {
  const [first = ''] = [...found].sort();
  const last = [...found, today.slice(0, 7)].sort().at(-1) ?? '';
  const months = partsOf({ from, to }, 'month').map((month) => month.from.slice(0, 7));
  const isLong = grainOf({ from, to }) === 'year';
  return months.filter((month) => month <= last && (month >= first || !isLong) && !found.includes(month));
}

function columnOf(filter: string): string {
  return `t.${quoteIdentifier(filter)}`;
}

function readTab(sql: Sql, { source }: CountedList, { select, joins = '', ...tab }: RowsTab, where: SqlFragment): FurtherSheet {
  const query = fragment`SELECT ${trusted(select)} FROM ${rowsOf(source)} t ${trusted(joins)} WHERE ${where} ORDER BY t."createdAt", t.id`;
  return {
    name: tab.name,
    title: tab.title,
    columns: tab.columns,
    async *rows() {
      for await (const rows of streamQuery<object>(sql, query)) yield rows.flatMap((row) => tab.linesOf(row));
    },
    countRows: (most) => countInTime(sql, (read) => countUpTo(read, fragment`SELECT 1 FROM ${rowsOf(source)} t WHERE ${where}`, most)),
  };
}

function conditionsOf(list: CountedList, actor: Staff, listParams: Record<string, string>): SqlFragment {
  return allOf([presentRows('active'), ...planListQuery(list, { actor, params: filterParams(listParams) }).plan.conditions]);
}

/** Dates and filters by the list's own parameter names. */
function listParamsOf({ from, to, filters }: ReportQuery, always: ListReport['always']): Record<string, string> {
  return { ...nonEmptyValues({ from, to, ...filters }), ...always };
}

function parameterOf({ filters, url }: CountedList, name: string): ReportParameter {
  const filter = filters.find((one): one is Filter & ReportParameter => one.select?.name === name);
  if (!filter) throw new Error(`The list ${url} has no filter ${name}`);
  return filter;
}
