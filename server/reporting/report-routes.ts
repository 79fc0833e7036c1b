import { Router, type RequestHandler } from 'express';
import { exportHandler } from '../request/export-handler.ts';
import { asyncHandler, staffOf } from '../request/locals.ts';
import type { Reports } from './create-reports.ts';
import type { Report } from './report.ts';

/**
 * With the screen's own parameters: `<report>/export?format=xlsx|csv` and `<report>.json`, each under the report's address
 * and under `/reports/<id>`.
 */
export function reportRoutes({ reports }: { reports: Reports }): Router {
  const router = Router();
  for (const report of reports.all) {
    for (const url of urlsOf(report)) {
      router.get(
        `${url}/export`,
        exportHandler((call) => reports.exportReport({ ...call, report })),
      );
      router.get(`${url}.json`, jsonHandler(reports, report));
    }
  }
  return router;
}

/** Where programs read it. */
export function reportJsonUrls(report: Pick<Report, 'id' | 'url'>): string[] {
  return urlsOf(report).map((url) => `${url}.json`);
}

function urlsOf({ id, url }: Pick<Report, 'id' | 'url'>): string[] {
  return [...new Set([url, `/reports/${id}`])];
}

function jsonHandler(reports: Reports, report: Report): RequestHandler {
  return asyncHandler(async (req, res) => {
    const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
    const answer = await reports.reportJson({ actor: staffOf(req), report, params });
    res.set('Cache-Control', 'no-store').json(answer);
  });
}
