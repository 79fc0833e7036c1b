import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { TOP_ROWS, type Report, type ReportQuestion } from './report.ts';

/** Reads a report with so few rows that a single query returns them all, in a fixed order. */
export function fewRows<Row extends object, Totals extends object>({
  read: readAll,
  totals,
  weight,
}: {
  read: (read: Read, question: ReportQuestion) => Promise<Row[]>;
  totals: (rows: readonly Row[]) => Totals;
  /** The value of a row's bar in the chart; the largest come first. */
  weight: (row: Row) => number;
}): Pick<Report<Row, Totals>, 'rows' | 'run'> {
  return {
    async run(read, question) {
      const all = await readAll(read, question);
      const { pageSize } = question.query;
      const page = Math.min(question.query.page, Math.max(1, Math.ceil(all.length / pageSize)));
      const top = [...all].sort((one, other) => weight(other) - weight(one)).slice(0, TOP_ROWS);
      return { rows: all.slice((page - 1) * pageSize, page * pageSize), page, count: all.length, totals: totals(all), top };
    },
    async *rows(sql, question) {
      yield await readForScreen(sql, (read) => readAll(read, question));
    },
  };
}
