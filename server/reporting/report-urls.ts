import type { Report } from './report.ts';

/** Where programs read it. */
export function reportJsonUrls(report: Pick<Report, 'id' | 'url'>): string[] {
  return reportUrls(report).map((url) => `${url}.json`);
}

/** Where its file and its JSON are, each with its ending. */
export function reportUrls({ id, url }: Pick<Report, 'id' | 'url'>): string[] {
  return [...new Set([url, `/reports/${id}`])];
}
