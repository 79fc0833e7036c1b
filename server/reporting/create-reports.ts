import { dayOf } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { canOpen, requireMenu, type Staff } from '../domain/permissions.ts';
import { bind } from '../platform/bind.ts';
import { findChoices } from '../read-model/pages/choices.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { Freshness } from '../read-model/read-model.ts';
import type { Services } from '../services.ts';
import { exportReport } from './export-report.ts';
import { drawReportChart } from './report-chart.ts';
import { monthSoFar, readReportQuery } from './report-query.ts';
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
  /** Remarks about the address, in Spanish. */
  problems: readonly string[];
  freshness: Freshness;
}

export interface FilterOption {
  value: string;
  label: string;
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
    ...bind(services, { exportReport, findFilters }),
    drawChart: drawReportChart,
  };
}

/** One page with its totals, for the screen. Errors: `forbidden`, `unavailable`. */
async function runReport<Row extends object, Totals extends object>(
  { sql, readModel }: ReportServices,
  { actor, report, params }: ReportCall<Row, Totals>,
): Promise<ReportResult<Row, Totals>> {
  requireMenu(actor, report.menu);
  const now = new Date();
  const { query: asked, problems } = readReportQuery(report, params, { now, pageSize: actor.pageSize });
  const query = asked.from === '' && asked.to === '' ? { ...asked, ...monthSoFar(now) } : asked;
  const [freshness, numbers] = await Promise.all([
    readModel.freshness(),
    readForScreen(sql, (read) => report.run(read, { query, today: dayOf(now) })),
  ]);
  return { report, query: { ...query, page: numbers.page }, problems: Object.values(problems).flat(), ...numbers, freshness };
}

/** What a person may choose from, by parameter; also inactive ones, because their past still counts. Errors: `forbidden`. */
async function findFilters(
  { sql }: ReportServices,
  { actor, report }: Omit<ReportCall, 'params'>,
): Promise<Record<string, FilterOption[]>> {
  requireMenu(actor, report.menu);
  const found = await Promise.all(
    report.parameters.map(async ({ name, source }) => {
      const choices = await findChoices(sql, source, { retired: true });
      return [name, choices.map((choice) => ({ value: choice.id, label: choice.name }))] as const;
    }),
  );
  return Object.fromEntries(found);
}
