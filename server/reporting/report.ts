import type { MenuId } from '../domain/menu.ts';
import type { Comparison, Grain } from '../domain/periods.ts';
import type { Staff } from '../domain/permissions.ts';
import type { StateNames } from '../domain/state-names.ts';
import type { ChoiceFilter } from '../lists/filters.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import type { FurtherSheet, SheetColumn, SheetFigure } from '../workbooks/sheet.ts';

declare module '../services.ts' {
  interface Registries {
    /** In menu order. */
    reports: readonly Report[];
  }
}

/**
 * A report as data: who may open it, its parameters, how its numbers are read and what its columns show. Screen,
 * chart, XLSX and CSV are derived from it, so they all agree. `Row` is one line, `Totals` covers all lines.
 */
export interface Report<Row extends object = object, Totals extends object = object> {
  id: string;
  menu: MenuId;
  title: string;
  /** Inicio shows its recent trend. */
  isOnHome?: true;
  /** The question it answers, shown in the menu of reports. */
  question: string;
  /** The question's wording on the page of its place; default: `question`. */
  description?: string;
  /** Address of its screen; the file is at `<url>/export`. */
  url: string;
  /** The page it belongs to. Reports of the same place are shown as tabs. */
  place: { label: string; href: string };
  /** Prefix of exported file names. */
  filePrefix: string;
  /** Name of the workbook's tab; default: the title. */
  tab?: string;
  /**
   * Without dates, the current month. `open`: a single date leaves the other end open; `closed`: it is filled in. `none`: the current state.
   */
  days: 'closed' | 'none' | 'open';
  /** Ways to group the count, default first: by kind, by agency, by month. None when the rows are fixed. */
  groupings?: readonly ReportGrouping[];
  /** Filters besides the dates. */
  parameters: readonly ReportParameter[];
  /** Name of the agency parameter: with it, the report also shows its numbers by agency. */
  agencyParameter?: string;
  /** Values of the parameter `sort`, default first, each with the direction of its first click; none when the order is fixed. */
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>;
  /** Nouns for the counted events and for a row: `descarga`, `descargas`, `usuario`, `usuarios`. */
  words: ReportWords;
  /** Replaces the default message when nothing happened. */
  empty?: { title: string; hint: string };
  columns: readonly ReportColumn<Row, Totals>[];
  /** Row access of the list that it counts; missing where the person's rights alone decide (server/staff/rights.ts). */
  access?: (actor: Staff) => readonly SqlFragment[];
  /** What that leaves, in words (lists/list.ts). */
  scope?: (read: Read, actor: Staff) => Promise<string>;
  /** The same report with the current state names. */
  withStateNames?(names: StateNames): Report<Row, Totals>;
  /** Identifies a row across runs. */
  rowKey(row: Row): string;
  /** The row's bar in the chart. */
  bar(row: Row): { name: string; value: number };
  /** Headline figures. */
  figures(numbers: Pick<ReportNumbers<Row, Totals>, 'totals' | 'top'>): ReportFigure[];
  /** Where a row links to, with the rest of the question; null when nowhere, or the person may not open it. */
  drillDown(row: Row, query: ReportQuery, actor: Staff): string | null;
  /** One page and the totals, from a single snapshot. */
  run(read: Read, question: ReportQuestion): Promise<ReportNumbers<Row, Totals>>;
  /** All rows in the requested order, in batches. Ending the loop early ends the query. */
  rows(sql: Sql, question: ReportQuestion): AsyncIterable<readonly Row[]>;
  /**
   * SELECT of `day` (date), `agency` (id or '') and `events`, with any number of rows each: everything the report counts on the requested
   * days. The charts over time and by agency and the comparison are computed from it (read-pictures.ts); missing when no days count.
   */
  facts?(question: ReportQuestion, split: FactsSplit): SqlFragment;
  /** Further tabs of the workbook: the details behind the numbers. */
  further?(sql: Sql, question: ReportQuestion): readonly FurtherSheet[];
}

/** What must be kept apart; the rest may be aggregated and then means nothing. Splitting by both gives many rows. */
export interface FactsSplit {
  /** The days of a month or year may all be counted on one of them; null: all days may. */
  grain: Grain | null;
  byAgency: boolean;
}

export const BY_DAY: FactsSplit = { grain: 'day', byAgency: false };

/** A call for one report, with the parameters of an address. */
export interface ReportCall<Row extends object = object, Totals extends object = object> {
  actor: Staff;
  report: Report<Row, Totals>;
  params: URLSearchParams;
}

export interface ReportQuestion {
  query: ReportQuery;
  today: string;
  /** The person whose permissions decide what is counted. */
  actor: Staff;
}

export interface ReportWords {
  event: string;
  events: string;
  row: string;
  rows: string;
}

export interface ReportGrouping {
  /** Value of the parameter `by`. */
  id: string;
  /** `Por agencia`. */
  label: string;
  /** Nouns for a row: `agencia`, `agencias`. */
  words: Pick<ReportWords, 'row' | 'rows'>;
  /** Its default order, a name in `sorts`; the report's default when missing. */
  sort?: string;
}

/** Groupings with these ids show as rows what the charts of every report show: where, and when. */
export const BY_AGENCY = 'agency';
export const BY_MONTH = 'month';

/** Columns of this name hold a row's part of all rows: it changes in each as soon as one changes. */
export const SHARE = 'share';

/** What the shares of all rows add up to. */
export const wholeShare = (events: number) => (events > 0 ? 1 : null);

/** The part of all events that a row has. */
export const SHARE_COLUMN = {
  name: SHARE,
  title: '% del total',
  kind: 'percent',
  width: 13,
  value: (row) => row.share,
  sum: ({ events }) => wholeShare(events),
  from: 'sm',
} satisfies ReportColumn<{ share: number }, { events: number }>;

/** Read, offered and worded like a list's filter. */
export interface ReportParameter extends ChoiceFilter {
  /** What the file says when the parameter filters nothing; by default nothing. */
  allInFile?: string;
}

export interface ReportColumn<Row extends object = object, Totals extends object = object> extends Omit<SheetColumn, 'total'> {
  /** Name in JSON. */
  name: string;
  value(row: Row): string | number | Date | null;
  /** Total of all pages, below the table; null for a share of nothing. Files add up their own numbers (except shares). */
  sum?(totals: Totals): number | null;
  /** Its name in `sorts`. */
  sort?: string;
  /** Worded value for screen and paper, where files have a number. */
  said?: { title: string; text(row: Row): string };
  /** The narrowest screen that shows it; every one when missing. */
  from?: 'sm' | 'md' | 'lg';
  /** Phones show it nevertheless: there is room below each other. */
  onPhone?: true;
  /** Where it appears; both when missing. */
  only?: 'screen' | 'file';
}

export type ReportFigure = SheetFigure;

/** The parameters of a report. Dates are Guatemala days, both included; '' is an open end. */
export interface ReportQuery {
  from: string;
  to: string;
  /** By parameter name; '' means all. Several values (`linesIn`) match a row that has any of them. */
  filters: Readonly<Record<string, string>>;
  /** Id of the grouping; '' when the report has none. */
  by: string;
  comparison: Comparison;
  /** '' when the order is fixed. */
  sort: string;
  dir: 'asc' | 'desc';
  /** 1-based. */
  page: number;
  pageSize: number;
}

export interface ReportNumbers<Row extends object = object, Totals extends object = object> {
  rows: Row[];
  /** The page returned: the last one when a later one was requested. */
  page: number;
  /** Number of rows on all pages. */
  count: number;
  totals: Totals;
  /** The largest rows, for the chart, whatever the table's order. */
  top: Row[];
}

/** Bars of a chart. */
export const TOP_ROWS = 10;
