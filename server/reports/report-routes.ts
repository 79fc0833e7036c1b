import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { exportHandler } from '../workbooks/export-handler.ts';
import { REPORT_IDS } from './report-definition.ts';

/** `/briefcase/reports/<report>/export?format=xlsx|csv` with the screen's own parameters. */
export function reportRoutes(portal: Pick<Portal, 'reports'>): Router {
  const router = Router();
  for (const report of REPORT_IDS)
    router.get(
      `/briefcase/reports/${report}/export`,
      exportHandler((call) => portal.reports.exportReport({ ...call, report })),
    );
  return router;
}
