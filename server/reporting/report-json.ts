import { dayOf } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { requireMenu } from '../domain/permissions.ts';
import { linesIn } from '../domain/text.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { ColumnKind } from '../workbooks/sheet.ts';
import { withStateNames, titledColumns } from './columns.ts';
import { readReportQueryStrictly, nonEmptyValues, withDays } from './report-query.ts';
import type { ReportCall } from './report.ts';
import type { Services } from '../services.ts';

type Value = string | number | null;

/** A report for programs: the screen's numbers unformatted, times as ISO text, shares as fractions. */
interface ReportJson {
  report: { id: string; title: string };
  /** The dates and filters in effect; several values of one filter as a list. */
  parameters: Record<string, string | string[]>;
  /** ISO time up to which all changes are included; null before the first. */
  asOf: string | null;
  delayed: boolean;
  columns: { name: string; title: string; kind: ColumnKind }[];
  /** Values by column name; `key` identifies the row across runs, `href` links to its records, or null. */
  rows: Record<string, Value>[];
  /** By column name, over all pages. */
  totals: Record<string, Value>;
  count: number;
  /** For the parameter `cursor`; null on the last page. */
  next: string | null;
}

const PAGE_ROWS = 1_000;
const PAGES_MAX = 1_000_000;

/** One page, by `cursor`. Errors: `forbidden`, `invalid-input` for invalid parameters and unknown cursors. */
export async function reportJson({ sql, readModel }: Services, { actor, report: asDefined, params }: ReportCall): Promise<ReportJson> {
  requireMenu(actor, asDefined.menu, 'export');
  const report = withStateNames(asDefined, actor);
  const now = new Date();
  const strict = readReportQueryStrictly(report, params, { now, pageSize: PAGE_ROWS });
  const page = readCursor(params.get('cursor'));
  const query = { ...withDays(report, strict, now), page, pageSize: PAGE_ROWS };
  const [freshness, found] = await Promise.all([
    readModel.freshness(),
    readForScreen(sql, (read) => report.run(read, { query, today: dayOf(now), actor })),
  ]);
  const columns = titledColumns(report, query).filter(({ only }) => only !== 'screen');
  // A report returns its last page when a later one is requested.
  const rows = found.page === page ? found.rows : [];
  const requested = nonEmptyValues({ from: query.from, to: query.to, by: query.by, ...query.filters });
  return {
    report: { id: report.id, title: report.title },
    parameters: Object.fromEntries(Object.entries(requested).map(([name, value]) => [name, severalOf(value)])),
    asOf: freshness.asOf?.toISOString() ?? null,
    delayed: freshness.delayed,
    columns: columns.map(({ name, title, kind }) => ({ name, title, kind })),
    rows: rows.map((row) => ({
      key: report.rowKey(row),
      href: report.drillDown(row, query, actor),
      ...Object.fromEntries(columns.map((column) => [column.name, jsonValue(column.value(row))])),
    })),
    totals: Object.fromEntries(columns.flatMap((column) => (column.sum ? [[column.name, column.sum(found.totals)]] : []))),
    count: found.count,
    next: page * query.pageSize < found.count ? String(page + 1) : null,
  };
}

function severalOf(value: string): string | string[] {
  const values = linesIn(value);
  return values.length > 1 ? values : value;
}

const jsonValue = (value: Value | Date): Value => (value instanceof Date ? value.toISOString() : value);

function readCursor(text: string | null): number {
  if (text === null || text === '') return 1;
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  if (page >= 1 && page <= PAGES_MAX) return page;
  throw new AppError('invalid-input', 'unknown cursor of a report', {
    userMessage: 'El cursor no es válido. Use el valor «next» de la respuesta anterior.',
    fields: { cursor: ['El cursor no es válido.'] },
  });
}
