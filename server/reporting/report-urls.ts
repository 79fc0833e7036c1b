import { filterParams } from '../lists/filters.ts';
import { nonEmptyValues } from './report-query.ts';
import type { Report, ReportQuery } from './report.ts';

/** Addresses at which programs read the report. */
export function reportJsonUrls(report: Pick<Report, 'id' | 'url'>): string[] {
  return reportUrls(report).map((url) => `${url}.json`);
}

/** Base addresses of the report's file and JSON. */
export function reportUrls({ id, url }: Pick<Report, 'id' | 'url'>): string[] {
  return [...new Set([url, `/reports/${id}`])];
}

/** A report with its parameters. */
export interface ReportWithQuery {
  report: Pick<Report, 'id' | 'url'>;
  query: ReportQuery;
}

/** The same report with changed parameters. */
export function reportHref({ report, query }: ReportWithQuery, changes: Readonly<Record<string, string>>): string {
  return `${report.url}?${filterParams({ ...reportParams(query), ...changes })}`;
}

/** The parameters that reproduce a question; defaults are left out. */
export function reportParams({ from, to, filters, by, comparison }: ReportQuery): Record<string, string> {
  return nonEmptyValues({ from, to, ...filters, by, compare: comparison === 'previous' ? '' : comparison });
}
