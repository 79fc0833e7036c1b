import { filterParams } from '../lists/filters.ts';
import { whatIsAsked } from './report-query.ts';
import type { Report, ReportQuery } from './report.ts';

/** Where programs read it. */
export function reportJsonUrls(report: Pick<Report, 'id' | 'url'>): string[] {
  return reportUrls(report).map((url) => `${url}.json`);
}

/** Where its file and its JSON are, each with its ending. */
export function reportUrls({ id, url }: Pick<Report, 'id' | 'url'>): string[] {
  return [...new Set([url, `/reports/${id}`])];
}

/** A report with what it was asked for. */
export interface AskedReport {
  report: Pick<Report, 'id' | 'url'>;
  query: ReportQuery;
}

/** The same report, asked otherwise. */
export function reportHref({ report, query }: AskedReport, changes: Readonly<Record<string, string>>): string {
  return `${report.url}?${filterParams({ ...askedOf(query), ...changes })}`;
}

/** What an address must say for the same question; the usual is left out. */
export function askedOf({ from, to, filters, by, comparison }: ReportQuery): Record<string, string> {
  return whatIsAsked({ from, to, ...filters, by, compare: comparison === 'previous' ? '' : comparison });
}
