import { formatDay } from '../domain/dates.ts';
import { requireMenu } from '../domain/permissions.ts';
import { findChoiceName } from '../read-model/pages/choices.ts';
import type { RowBatches, SheetExport } from '../workbooks/sheet.ts';
import type { ReportCall, ReportServices } from './create-reports.ts';
import { readReportQueryStrictly } from './report-query.ts';
import type { Report, ReportColumn, ReportQuery } from './report.ts';

/** The same rows as the screen, all pages. Errors: forbidden, invalid-input (unlike the screen: see readReportQueryStrictly). */
export async function exportReport(
  { sql, liveSettings }: ReportServices,
  { actor, report, params }: ReportCall,
): Promise<SheetExport & { rows: () => RowBatches }> {
  requireMenu(actor, report.menu);
  const now = new Date();
  const query = readReportQueryStrictly(report, params, { now, pageSize: actor.pageSize });
  const columns = report.columns.filter((column) => column.only !== 'screen');
  return {
    prefix: report.filePrefix,
    sheet: {
      title: report.title,
      name: report.tab ?? report.title,
      organisation: liveSettings.current().cooperativeName,
      parameters: await describeParameters(sql, report, query),
      columns: columns.map((column) => ({ ...column, total: column.sum !== undefined && column.kind !== 'percent' })),
      generatedAt: now,
      generatedBy: actor.name,
    },
    rows: () => readCells(report.rows(sql, query), columns),
  };
}

async function* readCells(rows: AsyncIterable<readonly object[]>, columns: readonly ReportColumn[]): RowBatches {
  for await (const batch of rows) yield batch.map((row) => columns.map((column) => column.value(row)));
}

type Line = readonly [label: string, value: string];

/** What was asked for, one line each, as the head of the file says it. */
async function describeParameters(sql: ReportServices['sql'], report: Report, { from, to, filters }: ReportQuery): Promise<Line[]> {
  const days: Line[] = [
    ['Desde', formatDay(from)],
    ['Hasta', formatDay(to)],
  ];
  const chosen = report.parameters.map(async ({ name, label, allInFile = '', source }): Promise<Line> => {
    const id = filters[name] ?? '';
    return [label, id === '' ? allInFile : await findChoiceName(sql, source, id)];
  });
  return [...days, ...(await Promise.all(chosen))].filter(([, value]) => value !== '');
}
