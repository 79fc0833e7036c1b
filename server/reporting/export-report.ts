import { dayOf, formatDay } from '../domain/dates.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import type { AnswerFormat, FurtherSheet, KeyedExport, RowBatches, Sheet, SheetDrawing, SheetLine } from '../workbooks/sheet.ts';
import { fileColumns, withStateNames, withTotal, wordedColumns } from './columns.ts';
import { changeOf, lineOf } from './compared.ts';
import { readChosen } from './read-chosen.ts';
import { readPictures } from './read-pictures.ts';
import { isInOwnOrder, readReportQueryStrictly } from './report-query.ts';
import { drawReportCharts, type ChartedReport } from './report-charts.ts';
import type { Report, ReportCall, ReportColumn, ReportQuery, ReportQuestion } from './report.ts';
import type { Services } from '../services.ts';
import type { ExportAddress } from '../lists/declared-list.ts';
import { reportUrls } from './report-urls.ts';

/** `rows` needs no signal: ending the loop ends its query. */
interface ReportExport extends KeyedExport {
  rows: () => RowBatches;
  lines: () => AsyncIterable<readonly SheetLine[]>;
}

/**
 * All rows of the screen's report; for paper also the screen's columns. A CSV contains only rows, so its headline figures are
 * not read. Errors: forbidden, invalid-input (unlike the screen: see readReportQueryStrictly).
 */
export async function exportReport(
  { sql, liveSettings, readModel }: Services,
  { actor, report: asDefined, params, format = 'xlsx' }: ReportCall & { format?: AnswerFormat },
): Promise<ReportExport> {
  requireMenu(actor, asDefined.menu, 'export');
  const report = withStateNames(asDefined, actor);
  const now = new Date();
  const query = readReportQueryStrictly(report, params, { now, pageSize: actor.pageSize });
  const question = { query, today: dayOf(now), actor };
  const columns = format === 'print' ? wordedColumns(report, query).map(withTotal) : fileColumns(report, query);
  const [{ asOf }, { parameters, scope, summary, count }] = await Promise.all([
    readModel.freshness(),
    readForScreen(sql, async (read) => ({
      scope: await report.scope?.(read, actor),
      ...(format === 'csv' ? NO_HEAD : await readHead(read, report, question)),
    })),
  ]);
  const further = report.further?.(sql, question) ?? [];
  const lines = () => readLines(report, report.rows(sql, question), columns);
  return {
    prefix: report.filePrefix,
    sheet: {
      title: report.title,
      name: report.tab ?? report.title,
      organisation: liveSettings.current().cooperativeName,
      parameters,
      ...(scope && { scope }),
      columns,
      generatedAt: now,
      generatedBy: actor.name,
      asOf,
      isReordered: !isInOwnOrder(report, query),
      ...(report.further && { further }),
      ...(summary && { summary }),
    },
    rows: () => cellsOf(lines()),
    countRows: async (most, wanted) => {
      const rows = count ?? (await readForScreen(sql, (read) => report.run(read, question))).count;
      return longestTabCount(rows, wanted === 'xlsx' ? further : [], most);
    },
    lines,
  };
}

/** Describes a report's parameters, one line each, without any of its numbers. Errors: forbidden, invalid-input. */
export async function describeReportParameters({ sql }: Pick<Services, 'sql'>, { actor, report, params }: ReportCall): Promise<Line[]> {
  requireMenu(actor, report.menu);
  const query = readReportQueryStrictly(report, params, { now: new Date(), pageSize: actor.pageSize });
  return parameterLines(report, query, await readForScreen(sql, (read) => readChosen(read, { actor, report, query })));
}

interface Head extends Pick<Sheet, 'parameters' | 'summary'> {
  /** Number of rows; null when it was not read. */
  count: number | null;
}

const NO_HEAD: Head = { parameters: [], count: null };

/** The part above the rows. */
async function readHead(read: Read, report: Report, question: ReportQuestion): Promise<Head> {
  const { query, actor } = question;
  const chosen = await readChosen(read, { actor, report, query });
  const pictures = await readPictures(read, report, question);
  const numbers = await report.run(read, question);
  const result = { report, query, pictures, ...numbers };
  const change = changeOf(pictures);
  return {
    parameters: [...parameterLines(report, query, chosen), ...(change ? [['Cambio', `${change.text} ${change.against}`] as const] : [])],
    count: numbers.count,
    summary: {
      figures: report.figures(numbers),
      pictures: async () => {
        const { chartPicture } = await loadChartPictures();
        const drawn = await drawPaperCharts(result, actor);
        return existing(await Promise.all(drawn.map(({ title, svg }) => chartPicture(svg, { title, width: PICTURE_WIDTH }))));
      },
      drawings: () => drawPaperCharts(result, actor),
    },
  };
}

/** The row count of the longest tab, at most `most`; null when one could not be counted in time. */
async function longestTabCount(rows: number, further: readonly FurtherSheet[], most: number): Promise<number | null> {
  const counts = await Promise.all(further.map(async (tab) => (tab.countRows ? tab.countRows(most) : 0)));
  return counts.includes(null) ? null : Math.min(most, Math.max(rows, ...counts.map(Number)));
}

async function* readLines(
  report: Report,
  rows: AsyncIterable<readonly object[]>,
  columns: readonly ReportColumn[],
): AsyncIterable<readonly SheetLine[]> {
  for await (const batch of rows)
    yield batch.map((row) => ({ key: report.rowKey(row), cells: columns.map((column) => column.value(row)) }));
}

async function* cellsOf(lines: AsyncIterable<readonly SheetLine[]>): RowBatches {
  for await (const batch of lines) yield batch.map(({ cells }) => cells);
}

type Line = readonly [label: string, value: string];

/** The width of a portrait page. */
const PICTURE_WIDTH = 700;

/** Loading the drawing packages costs half a second of processor time, so only files with charts load them. */
const loadChartPictures = () => import('./chart-picture.ts');

async function drawPaperCharts(result: ChartedReport, actor: Staff): Promise<SheetDrawing[]> {
  const { chartDrawing } = await loadChartPictures();
  const { strip, top } = await drawReportCharts(result, { actor, place: 'paper' });
  const { title } = result.report;
  const line = lineOf(result.pictures, result.query.comparison);
  return existing([await chartDrawing(strip, [`${title}: cuándo`, line].filter(Boolean).join('. ')), await chartDrawing(top, title)]);
}

function existing<Drawn>(drawn: readonly (Drawn | null)[]): Drawn[] {
  return drawn.filter((one) => one !== null);
}

/** The lines with the first and last day. */
export const PERIOD_LABELS = ['Desde', 'Hasta'] as const;

function parameterLines(report: Report, { from, to, by }: ReportQuery, chosen: Readonly<Record<string, string>>): Line[] {
  const grouping = report.groupings?.find(({ id }) => id === by);
  const lines: Line[] = [
    [PERIOD_LABELS[0], formatDay(from)],
    [PERIOD_LABELS[1], formatDay(to)],
    ...report.parameters.map(({ select, allInFile = '' }): Line => [select.label, chosen[select.name] ?? allInFile]),
    ['Agrupado', grouping?.label ?? ''],
  ];
  return lines.filter(([, value]) => value !== '');
}

/** Where a report's file is served: under its own address and under `/reports/<id>`. */
export function reportAddresses(report: Report): ExportAddress[] {
  return reportUrls(report).map((url) => ({ url, open: (services, call) => exportReport(services, { ...call, report }) }));
}
