import { Router, type RequestHandler } from 'express';
import { asyncHandler, staffOf } from '../entrances/request/locals.ts';
import type { Reports } from './create-reports.ts';
import { reportUrls } from './report-urls.ts';
import type { Report } from './report.ts';

/** `<report>.json` with the screen's own parameters, under the report's address and under `/reports/<id>`. */
export function reportRoutes({ reports }: { reports: Reports }): Router {
  const router = Router();
  for (const report of reports.all) {
    for (const url of reportUrls(report)) router.get(`${url}.json`, jsonHandler(reports, report));
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
