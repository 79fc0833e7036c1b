import { filterParams } from '../lists/filters.ts';
import { whatIsAsked } from './report-query.ts';
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
export interface AskedReport {
  report: Pick<Report, 'id' | 'url'>;
  query: ReportQuery;
}

/** The same report with changed parameters. */
export function reportHref({ report, query }: AskedReport, changes: Readonly<Record<string, string>>): string {
  return `${report.url}?${filterParams({ ...askedOf(query), ...changes })}`;
}

/** The parameters that reproduce a question; defaults are left out. */
export function askedOf({ from, to, filters, by, comparison }: ReportQuery): Record<string, string> {
  return whatIsAsked({ from, to, ...filters, by, compare: comparison === 'previous' ? '' : comparison });
}
