import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { exportReport, type ReportExport } from './export-report.ts';
import { drawReportChart, type ChartShape } from './report-chart.ts';
import { REPORT_IDS, REPORTS, type ReportDefinition } from './report-definition.ts';
import { findReportFilters, type ReportFilters } from './report-filters.ts';
import type { ReportServices } from './report-services.ts';
import { runReport, type ReportCall, type ReportResult } from './run-report.ts';

/** Reports of the Maletín. Every verb checks the permission itself; see its own file for shapes and errors. */
export interface Reports {
  /** The reports there are, in the order of the menu. */
  list(call: { actor: Staff }): ReportDefinition[];
  runReport(call: ReportCall): Promise<ReportResult>;
  exportReport(call: ReportCall): Promise<ReportExport>;
  findFilters(call: { actor: Staff }): Promise<ReportFilters>;
  /** SVG of a report's result, to be put into the page as it is; '' when there is nothing to draw. */
  drawChart(result: ReportResult, shape: ChartShape): Promise<string>;
}

export function createReports(services: ReportServices): Reports {
  return {
    list: ({ actor }) => {
      requireMenu(actor, 'briefcase-reports');
      return REPORT_IDS.map((id) => REPORTS[id]);
    },
    runReport: (call) => runReport(services, call),
    exportReport: (call) => exportReport(services, call),
    findFilters: (call) => findReportFilters(services, call),
    drawChart: drawReportChart,
  };
}
