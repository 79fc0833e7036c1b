import type { MenuId } from '../domain/menu.ts';
import type { Comparison } from '../domain/periods.ts';
import type { Staff } from '../domain/permissions.ts';
import type { StateNames } from '../domain/state-names.ts';
import type { ChoiceFilter } from '../lists/filters.ts';
import type { SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import type { FurtherSheet, SheetColumn, SheetFigure } from '../workbooks/sheet.ts';

declare module '../services.ts' {
  interface Registries {
    /** In the order of their menu. */
    reports: readonly Report[];
  }
}

/**
 * A report as data: who may open it, what it is asked for, how its numbers are read and what its columns show. Screen,
 * chart, XLSX and CSV follow from it, so all of them tell the same. `Row` is one line, `Totals` is over all lines.
 */
export interface Report<Row extends object = object, Totals extends object = object> {
  id: string;
  menu: MenuId;
  title: string;
  /** Inicio shows how it went lately. */
  isOnHome?: true;
  /** What it answers, on the menu of reports. */
  question: string;
  /** The same on the page of its place; the question when missing. */
  description?: string;
  /** Address of its screen; the file is at `<url>/export`. */
  url: string;
  /** The page that it belongs to. Reports of one place stand beside each other as tabs. */
  place: { label: string; href: string };
  /** Begins the names of exported files. */
  filePrefix: string;
  /** Name of the workbook's tab; the title when missing. */
  tab?: string;
  /**
   * `open`: the file without days holds all time, and one day alone leaves the other end open. On screen it is the month so
   * far. `none`: how things stand now.
   */
  days: 'closed' | 'none' | 'open';
  /** Ways of counting the same, the usual one first: by kind, by agency, by month. None when rows are always the same. */
  groupings?: readonly ReportGrouping[];
  /** Filters beside the days. */
  parameters: readonly ReportParameter[];
  /** Name of the parameter that narrows to an agency: with it, the report shows how its numbers spread over them. */
  agencyParameter?: string;
  /** Names of the parameter `sort`, the usual one first, each with the direction of its first click; none when the order is fixed. */
  sorts?: Readonly<Record<string, 'asc' | 'desc'>>;
  /** What is counted, and what a row is: `descarga`, `descargas`, `usuario`, `usuarios`. */
  words: ReportWords;
  /** Instead of the usual words when nothing happened. */
  empty?: { title: string; hint: string };
  columns: readonly ReportColumn<Row, Totals>[];
  /** The same report in the words for states that are in force. */
  inWordsOf?(names: StateNames): Report<Row, Totals>;
  /** What a row is about: the same in two runs. */
  rowKey(row: Row): string;
  /** A bar of the chart. */
  bar(row: Row): { name: string; value: number };
  /** Headline numbers. */
  figures(numbers: Pick<ReportNumbers<Row, Totals>, 'totals' | 'top'>): ReportFigure[];
  /** Where a row leads to, with the rest of what was asked; null when nowhere, or the person may not go there. */
  drillDown(row: Row, query: ReportQuery, actor: Staff): string | null;
  /** One page and the totals, from one snapshot. */
  run(read: Read, question: ReportQuestion): Promise<ReportNumbers<Row, Totals>>;
  /** Every row in the order asked for, in batches. Ending the loop early ends the query. */
  rows(sql: Sql, question: ReportQuestion): AsyncIterable<readonly Row[]>;
  /**
   * Rows `day` (date), `agency` (id or ''), `events`, several of each: all that the report counts on the days asked. When and
   * where, and against what, follow from it (read-pictures.ts); left out where no day counts.
   */
  facts?(question: ReportQuestion, split: FactsSplit): SqlFragment;
  /** Further tabs of the workbook: what lies behind the numbers. */
  further?(sql: Sql, question: ReportQuestion): readonly FurtherSheet[];
}

/** What is told apart: the rest may be put together, and its column then says nothing. To tell both apart makes many rows. */
export interface FactsSplit {
  byDay: boolean;
  byAgency: boolean;
}

export const BY_DAY: FactsSplit = { byDay: true, byAgency: false };

/** One report, asked by somebody for what an address says. */
export interface ReportCall<Row extends object = object, Totals extends object = object> {
  actor: Staff;
  report: Report<Row, Totals>;
  params: URLSearchParams;
}

export interface ReportQuestion {
  query: ReportQuery;
  today: string;
  /** Whose permissions decide what is counted. */
  actor: Staff;
}

export interface ReportWords {
  event: string;
  events: string;
  row: string;
  rows: string;
}

export interface ReportGrouping {
  /** In the address, as `by`. */
  id: string;
  /** `Por agencia`. */
  label: string;
  /** What a row is: `agencia`, `agencias`. */
  words: Pick<ReportWords, 'row' | 'rows'>;
  /** Name in `sorts` of its usual order; the report's unless said. */
  sort?: string;
}

/** Groupings under these ids show as rows what the pictures of every report show: where, and when. */
export const BY_AGENCY = 'agency';
export const BY_MONTH = 'month';

/** Read, chosen and said like the filter of a list. */
export interface ReportParameter extends ChoiceFilter {
  /** What the file says while it filters nothing; it says nothing unless given. */
  allInFile?: string;
}

export interface ReportColumn<Row extends object = object, Totals extends object = object> extends Omit<SheetColumn, 'total'> {
  /** In JSON. */
  name: string;
  value(row: Row): string | number | Date | null;
  /** Of all pages, under the table; the file adds up numbers of its own (not shares). */
  sum?(totals: Totals): number;
  /** Name in `sorts`. */
  sort?: string;
  /** On screen and paper, where people are told in words what files have as a number. */
  said?: { title: string; text(row: Row): string };
  /** The narrowest screen that shows it; every one when missing. */
  from?: 'sm' | 'md' | 'lg';
  /** Only there; on both when missing. */
  only?: 'screen' | 'file';
}

export type ReportFigure = SheetFigure;

/** What a report is asked for. Days are Guatemala days, both included; '' is an open end. */
export interface ReportQuery {
  from: string;
  to: string;
  /** By name of the parameter; '' means all, several as `linesIn` reads them: a row need have one of them. */
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
  /** The page shown: the last one when a later one was asked for. */
  page: number;
  /** Rows on all pages. */
  count: number;
  totals: Totals;
  /** The first bars of the chart, whatever the table's order. */
  top: Row[];
}

/** Bars of a chart. */
export const TOP_ROWS = 10;
