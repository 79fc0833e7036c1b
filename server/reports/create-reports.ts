import type { Staff } from '../domain/permissions.ts';
import { drawReportChart } from './report-chart.ts';
import { exportReport, type ReportExport } from './export-report.ts';
import { findReportFilters, type ReportFilters } from './report-filters.ts';
import type { ReportServices } from './report-services.ts';
import { runReport, type ReportCall, type ReportResult } from './run-report.ts';

/** Reports of the Maletín. Every verb checks the permission itself; see its own file for shapes and errors. */
export interface Reports {
  runReport(call: ReportCall): Promise<ReportResult>;
  exportReport(call: ReportCall): Promise<ReportExport>;
  findFilters(call: { actor: Staff }): Promise<ReportFilters>;
  /** SVG of a report's result, to be put into the page as it is; '' when there is nothing to draw. */
  drawChart(result: ReportResult): Promise<string>;
}

export function createReports(services: ReportServices): Reports {
  return {
    runReport: (call) => runReport(services, call),
    exportReport: (call) => exportReport(services, call),
    findFilters: (call) => findReportFilters(services, call),
    drawChart: (result) => drawReportChart(result),
  };
}
