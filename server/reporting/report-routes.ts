import { Router } from 'express';
import { exportHandler } from '../request/export-handler.ts';
import type { Reports } from './create-reports.ts';

/** `<report>/export?format=xlsx|csv` with the screen's own parameters. */
export function reportRoutes({ reports }: { reports: Reports }): Router {
  const router = Router();
  for (const report of reports.all) {
    router.get(
      `${report.url}/export`,
      exportHandler((call) => reports.exportReport({ ...call, report })),
    );
  }
  return router;
}
