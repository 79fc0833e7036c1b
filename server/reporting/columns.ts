import { capitalize } from '../domain/grammar.ts';
import type { Staff } from '../domain/permissions.ts';
import type { SheetColumn } from '../workbooks/sheet.ts';
import { BY_MONTH, type Report, type ReportColumn, type ReportQuery, type ReportWords } from './report.ts';

/** The report's words, with those for a row of the current grouping. */
export function wordsOf({ words, groupings = [] }: Pick<Report, 'groupings' | 'words'>, { by }: Pick<ReportQuery, 'by'>): ReportWords {
  return { ...words, ...groupings.find(({ id }) => id === by)?.words };
}

/** The report with the current state names, as this person reads it. */
export function withStateNames<Row extends object, Totals extends object>(
  report: Report<Row, Totals>,
  { stateNames }: Pick<Staff, 'stateNames'>,
): Report<Row, Totals> {
  return report.withStateNames?.(stateNames) ?? report;
}

/** The columns for screen and paper, with worded values where there are some (`said`). */
export function wordedColumns<Row extends object, Totals extends object>(
  report: Pick<Report<Row, Totals>, 'columns' | 'groupings' | 'words'>,
  query: Pick<ReportQuery, 'by'>,
): ReportColumn<Row, Totals>[] {
  return titledColumns(report, query)
    .filter(({ only }) => only !== 'file')
    .map(({ said, ...column }) => (said ? { ...column, title: said.title, value: (row) => said.text(row) } : column));
}

/** The columns of its files. Shares have no total there: no sum follows a filter. */
export function fileColumns<Row extends object, Totals extends object>(
  report: Pick<Report<Row, Totals>, 'columns' | 'groupings' | 'words'>,
  query: Pick<ReportQuery, 'by'>,
): (ReportColumn<Row, Totals> & Pick<SheetColumn, 'total'>)[] {
  return titledColumns(report, query)
    .filter(({ only }) => only !== 'screen')
    .map((column, place) => withTotal(place === 0 && query.by === BY_MONTH ? { ...column, kind: 'month' } : column));
}

/** With its total as in files. */
export function withTotal<Row extends object, Totals extends object>(
  column: ReportColumn<Row, Totals>,
): ReportColumn<Row, Totals> & Pick<SheetColumn, 'total'> {
  return { ...column, total: column.sum !== undefined && column.kind !== 'percent' };
}

/** A column without a title is named after what a row is. */
export function titledColumns<Row extends object, Totals extends object>(
  report: Pick<Report<Row, Totals>, 'columns' | 'groupings' | 'words'>,
  query: Pick<ReportQuery, 'by'>,
): ReportColumn<Row, Totals>[] {
  const { row } = wordsOf(report, query);
  return report.columns.map((column) => (column.title === '' ? { ...column, title: capitalize(row) } : column));
}
