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
    for (const url of new Set([report.url, `/reports/${report.id}`])) {
      router.get(
        `${url}/export`,
        exportHandler((call) => reports.exportReport({ ...call, report })),
      );
      router.get(`${url}.json`, jsonHandler(reports, report));
    }
  }
  return router;
}

function jsonHandler(reports: Reports, report: Report): RequestHandler {
  return asyncHandler(async (req, res) => {
    const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
    const answer = await reports.reportJson({ actor: staffOf(req), report, params });
    res.set('Cache-Control', 'no-store').json(answer);
  });
}
