import { Router } from 'express';
import type { Reports } from './create-reports.ts';
import { exportHandler } from '../../request/export-handler.ts';
import { REPORT_IDS } from './report-definition.ts';

/** `/briefcase/reports/<report>/export?format=xlsx|csv` with the screen's own parameters. */
export function reportRoutes(portal: { reports: Reports }): Router {
  const router = Router();
  for (const report of REPORT_IDS)
    router.get(
      `/briefcase/reports/${report}/export`,
      exportHandler((call) => portal.reports.exportReport({ ...call, report })),
    );
  return router;
}
