import { dayOf, formatDay } from '../domain/dates.ts';
import { requireMenu } from '../domain/permissions.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { RowBatches, SheetExport } from '../workbooks/sheet.ts';
import { columnsOf } from './columns.ts';
import { changeOf } from './compared.ts';
import type { ReportCall, ReportServices } from './create-reports.ts';
import { readChosen } from './read-chosen.ts';
import { readPictures } from './read-pictures.ts';
import { readReportQueryStrictly } from './report-query.ts';
import type { Report, ReportColumn, ReportQuestion } from './report.ts';

/** The same rows as the screen, all pages. Errors: forbidden, invalid-input (unlike the screen: see readReportQueryStrictly). */
export async function exportReport(
  { sql, liveSettings }: ReportServices,
  { actor, report, params }: ReportCall,
): Promise<SheetExport & { rows: () => RowBatches }> {
  requireMenu(actor, report.menu);
  const now = new Date();
  const query = readReportQueryStrictly(report, params, { now, pageSize: actor.pageSize });
  const question = { query, today: dayOf(now), actor };
  const columns = columnsOf(report, query).filter((column) => column.only !== 'screen');
  return {
    prefix: report.filePrefix,
    sheet: {
      title: report.title,
      name: report.tab ?? report.title,
      organisation: liveSettings.current().cooperativeName,
      parameters: await describeParameters(sql, report, question),
      columns: columns.map((column) => ({ ...column, total: column.sum !== undefined && column.kind !== 'percent' })),
      generatedAt: now,
      generatedBy: actor.name,
    },
    rows: () => readCells(report.rows(sql, question), columns),
  };
}

async function* readCells(rows: AsyncIterable<readonly object[]>, columns: readonly ReportColumn[]): RowBatches {
  for await (const batch of rows) yield batch.map((row) => columns.map((column) => column.value(row)));
}

type Line = readonly [label: string, value: string];

/** What was asked for and how it compares, one line each, as the head of the file says it. */
async function describeParameters(sql: ReportServices['sql'], report: Report, question: ReportQuestion): Promise<Line[]> {
  const { query, actor } = question;
  const { chosen, pictures } = await readForScreen(sql, async (read) => ({
    chosen: await readChosen(read, { actor, report, query }),
    pictures: await readPictures(read, report, question),
  }));
  const change = changeOf(pictures);
  const grouping = report.groupings?.find(({ id }) => id === query.by);
  const lines: Line[] = [
    ['Desde', formatDay(query.from)],
    ['Hasta', formatDay(query.to)],
    ...report.parameters.map(({ select, allInFile = '' }): Line => [select.label, chosen[select.name] ?? allInFile]),
    ['Agrupado', grouping?.label ?? ''],
    ['Cambio', change ? `${change.text} ${change.against}` : ''],
  ];
  return lines.filter(([, value]) => value !== '');
}
