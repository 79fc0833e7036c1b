import { dayOf } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { canOpen, requireMenu, type Staff } from '../domain/permissions.ts';
import type { FilterOption } from '../lists/filters.ts';
import { readChoices } from '../lists/list-page.ts';
import { bind } from '../platform/bind.ts';
import { readForScreen, readSideBySide } from '../read-model/pages/screen-query.ts';
import type { Freshness } from '../read-model/read-model.ts';
import type { Services } from '../services.ts';
import { valueText } from '../workbooks/value-text.ts';
import { columnsOf, inWordsOf, wordsOf } from './columns.ts';
import { changeOf } from './compared.ts';
import { partName } from './draw-strip.ts';
import { describeAsked, exportReport } from './export-report.ts';
import { askedOf, drawReportCharts, drawReportStrip, reportHref } from './report-charts.ts';
import { readChosen } from './read-chosen.ts';
import { readPictures, type ReportPictures } from './read-pictures.ts';
import { readTrends } from './read-trends.ts';
import { reportJson } from './report-json.ts';
import { readReportQuery, withDays } from './report-query.ts';
import type { Report, ReportNumbers, ReportQuery } from './report.ts';

export type ReportServices = Pick<Services, 'liveSettings' | 'readModel' | 'sql'>;

export interface ReportCall<Row extends object = object, Totals extends object = object> {
  actor: Staff;
  report: Report<Row, Totals>;
  params: URLSearchParams;
}

export interface ReportResult<Row extends object = object, Totals extends object = object> extends ReportNumbers<Row, Totals> {
  report: Report<Row, Totals>;
  query: ReportQuery;
  pictures: ReportPictures;
  /** The words for what the report is narrowed to, by parameter. */
  chosen: Readonly<Record<string, string>>;
  /** Remarks about the address, in Spanish. */
  problems: readonly string[];
  freshness: Freshness;
}

export type Reports = ReturnType<typeof createReports>;

/** Reports by their definitions: `portal.reports`. Every verb that takes a report checks its permission itself. */
export function createReports(services: ReportServices, all: readonly Report[]) {
  return {
    /** In the order of their menu. */
    all,
    /** Those that the person may open. */
    list: ({ actor }: { actor: Staff }): Report[] => all.filter(({ menu }) => canOpen(actor, menu)),
    /** Errors: `not-found`. */
    get(id: string): Report {
      const report = all.find((one) => one.id === id);
      if (!report) throw new AppError('not-found', `no report ${id}`, { userMessage: 'Ese reporte no existe.' });
      return report;
    },
    runReport: <Row extends object, Totals extends object>(call: ReportCall<Row, Totals>) => runReport(services, call),
    ...bind(services, { describeAsked, exportReport, findFilters, readTrends, reportJson }),
    drawCharts: drawReportCharts,
    drawStrip: drawReportStrip,
    // What screens and files say in the same words.
    askedOf,
    changeOf,
    columnsOf,
    partName,
    reportHref,
    valueText,
    wordsOf,
  };
}

/** One page with its totals and pictures, for the screen. Errors: `forbidden`, `unavailable`. */
async function runReport<Row extends object, Totals extends object>(
  { sql, readModel }: ReportServices,
  { actor, report: asDefined, params }: ReportCall<Row, Totals>,
): Promise<ReportResult<Row, Totals>> {
  requireMenu(actor, asDefined.menu);
  const report = inWordsOf(asDefined, actor);
  const now = new Date();
  const { query: asked, problems } = readReportQuery(report, params, { now, pageSize: actor.pageSize });
  const query = withDays(report, asked, now);
  const question = { query, today: dayOf(now), actor };
  const [freshness, [numbers, beside]] = await Promise.all([
    readModel.freshness(),
    readSideBySide(
      sql,
      (read) => report.run(read, question),
      async (read) => ({ pictures: await readPictures(read, report, question), chosen: await readChosen(read, { actor, report, query }) }),
    ),
  ]);
  return { report, query: { ...query, page: numbers.page }, problems: Object.values(problems).flat(), ...numbers, ...beside, freshness };
}

/** What a person may choose from, by parameter. Errors: `forbidden`. */
async function findFilters(
  { sql }: ReportServices,
  { actor, report }: Omit<ReportCall, 'params'>,
): Promise<Record<string, readonly FilterOption[]>> {
  requireMenu(actor, report.menu);
  return readForScreen(sql, async (read) => {
    const found: Record<string, readonly FilterOption[]> = {};
    for (const parameter of report.parameters) found[parameter.select.name] = await readChoices(read, parameter, actor);
    return found;
  });
}
