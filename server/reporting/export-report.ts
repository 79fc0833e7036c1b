import { dayOf, formatDay } from '../domain/dates.ts';
import { requireMenu } from '../domain/permissions.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { RowBatches, SheetExport, SheetPicture } from '../workbooks/sheet.ts';
import { chartPicture } from './chart-picture.ts';
import { columnsOf } from './columns.ts';
import { changeOf } from './compared.ts';
import type { ReportCall, ReportServices } from './create-reports.ts';
import { readChosen } from './read-chosen.ts';
import { readPictures, type ReportPictures } from './read-pictures.ts';
import { readReportQueryStrictly } from './report-query.ts';
import { drawReportCharts, type ChartedReport } from './report-charts.ts';
import type { Report, ReportColumn, ReportQuery } from './report.ts';

/** A row of the file with what it is about, by which runs of the report are compared. */
export interface ReportLine {
  key: string;
  cells: readonly unknown[];
}

export interface ReportExport extends SheetExport {
  rows: () => RowBatches;
  /** The same rows with their keys. */
  lines: () => AsyncIterable<readonly ReportLine[]>;
}

/** The same rows as the screen, all pages. Errors: forbidden, invalid-input (unlike the screen: see readReportQueryStrictly). */
export async function exportReport(
  { sql, liveSettings, readModel }: ReportServices,
  { actor, report, params }: ReportCall,
): Promise<ReportExport> {
  requireMenu(actor, report.menu);
  const now = new Date();
  const query = readReportQueryStrictly(report, params, { now, pageSize: actor.pageSize });
  const question = { query, today: dayOf(now), actor };
  const columns = columnsOf(report, query).filter((column) => column.only !== 'screen');
  const [{ asOf }, { chosen, pictures, numbers }] = await Promise.all([
    readModel.freshness(),
    readForScreen(sql, async (read) => ({
      chosen: await readChosen(read, { actor, report, query }),
      pictures: await readPictures(read, report, question),
      numbers: await report.run(read, question),
    })),
  ]);
  const lines = () => readLines(report, report.rows(sql, question), columns);
  return {
    prefix: report.filePrefix,
    sheet: {
      title: report.title,
      name: report.tab ?? report.title,
      organisation: liveSettings.current().cooperativeName,
      parameters: describeParameters(report, query, { chosen, pictures }),
      columns: columns.map((column) => ({ ...column, total: column.sum !== undefined && column.kind !== 'percent' })),
      generatedAt: now,
      generatedBy: actor.name,
      asOf,
      ...(report.further && { further: report.further(sql, question) }),
      summary: {
        figures: report.figures(numbers),
        pictures: () => drawForPaper({ report, query, pictures, ...numbers }, actor),
      },
    },
    rows: () => cellsOf(lines()),
    lines,
  };
}

async function* readLines(
  report: Report,
  rows: AsyncIterable<readonly object[]>,
  columns: readonly ReportColumn[],
): AsyncIterable<readonly ReportLine[]> {
  for await (const batch of rows)
    yield batch.map((row) => ({ key: report.rowKey(row), cells: columns.map((column) => column.value(row)) }));
}

async function* cellsOf(lines: AsyncIterable<readonly ReportLine[]>): RowBatches {
  for await (const batch of lines) yield batch.map(({ cells }) => cells);
}

type Line = readonly [label: string, value: string];

/** As wide as an upright page. */
const PICTURE_WIDTH = 700;

async function drawForPaper(result: ChartedReport, actor: ReportCall['actor']): Promise<SheetPicture[]> {
  const { strip, top } = await drawReportCharts(result, { actor, place: 'paper' });
  const drawn = [
    await chartPicture(strip, { title: `${result.report.title}: cuándo`, width: PICTURE_WIDTH }),
    await chartPicture(top, { title: result.report.title, width: PICTURE_WIDTH }),
  ];
  return drawn.filter((picture) => picture !== null);
}

/** What was asked for and how it compares, one line each, as the head of the file says it. */
function describeParameters(
  report: Report,
  { from, to, by }: ReportQuery,
  { chosen, pictures }: { chosen: Readonly<Record<string, string>>; pictures: ReportPictures },
): Line[] {
  const change = changeOf(pictures);
  const grouping = report.groupings?.find(({ id }) => id === by);
  const lines: Line[] = [
    ['Desde', formatDay(from)],
    ['Hasta', formatDay(to)],
    ...report.parameters.map(({ select, allInFile = '' }): Line => [select.label, chosen[select.name] ?? allInFile]),
    ['Agrupado', grouping?.label ?? ''],
    ['Cambio', change ? `${change.text} ${change.against}` : ''],
  ];
  return lines.filter(([, value]) => value !== '');
}
