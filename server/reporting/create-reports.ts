import { AppError } from '../domain/errors.ts';
import { canOpen, requireMenu, type Staff } from '../domain/permissions.ts';
import type { FilterOption } from '../lists/filters.ts';
import { readChoices } from '../lists/list-page.ts';
import { bind } from '../platform/bind.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import type { Services } from '../services.ts';
import { scopeLines } from '../workbooks/sheet.ts';
import { valueText } from '../workbooks/value-text.ts';
import { wordedColumns, wordsOf } from './columns.ts';
import { changeOf, lineOf } from './compared.ts';
import { partName } from './draw-strip.ts';
import { describeReportParameters, exportReport } from './export-report.ts';
import { readTrends } from './read-trends.ts';
import { agenciesTitle, agencyHref, drawReportCharts, drawReportStrip } from './report-charts.ts';
import { reportJson } from './report-json.ts';
import { reportParams, reportHref } from './report-urls.ts';
import type { Report, ReportCall } from './report.ts';
import { runReport } from './run-report.ts';
import { findWayBack, withWayBack } from './way-back.ts';

export type Reports = ReturnType<typeof createReports>;

/** The report verbs: `portal.reports`. Every verb that takes a report checks its permission itself. */
export function createReports(services: Services) {
  const all = services.registries.reports;
  return {
    /** In menu order. */
    all,
    /** Those that the person may open. */
    list: ({ actor }: { actor: Staff }): Report[] => all.filter(({ menu }) => canOpen(actor, menu)),
    /** Errors: `not-found`. */
    get: (id: string): Report => requireReport(services, id),
    runReport: <Row extends object, Totals extends object>(call: ReportCall<Row, Totals>) => runReport(services, call),
    ...bind(services, { describeReportParameters, exportReport, findFilters, findWayBack, readTrends, reportJson }),
    drawCharts: drawReportCharts,
    drawStrip: drawReportStrip,
    // Shared by screens and files, so that both use the same words.
    askedOf: reportParams,
    agenciesTitle,
    agencyHref,
    changeOf,
    lineOf,
    wordedColumns,
    partName,
    reportHref,
    scopeLines,
    withWayBack,
    valueText,
    wordsOf,
  };
}

/** Errors: `not-found`. */
function requireReport({ registries }: Services, id: string): Report {
  const report = registries.reports.find((one) => one.id === id);
  if (!report) throw new AppError('not-found', `no report ${id}`, { userMessage: 'Ese reporte no existe.' });
  return report;
}

/** The choices of each parameter, for this person. Errors: `forbidden`. */
async function findFilters(
  { sql }: Services,
  { actor, report }: Omit<ReportCall, 'params'>,
): Promise<Record<string, readonly FilterOption[]>> {
  requireMenu(actor, report.menu);
  return readForScreen(sql, async (read) => {
    const found: Record<string, readonly FilterOption[]> = {};
    for (const parameter of report.parameters) found[parameter.select.name] = await readChoices(read, parameter, actor);
    return found;
  });
}
