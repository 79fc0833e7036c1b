import { Router } from 'express';
import { AppError } from '../domain/errors.ts';
import { requireMenu } from '../domain/permissions.ts';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { sendExport } from '../workbooks/send-export.ts';
import { isExportFormat } from '../workbooks/sheet.ts';
import { REPORT_IDS } from './report-definition.ts';

/** `/briefcase/reports/<report>/export?format=xlsx|csv` with the screen's own parameters. */
export function reportRoutes(portal: Pick<Portal, 'reports'>): Router {
  const router = Router();
  for (const report of REPORT_IDS) {
    router.get(
      `/briefcase/reports/${report}/export`,
      asyncHandler(async (req, res) => {
        const actor = staffOf(req);
        requireMenu(actor, 'briefcase-reports');
        const params = new URL(req.originalUrl, 'http://portal').searchParams;
        const format = params.get('format') ?? 'xlsx';
        if (!isExportFormat(format)) {
          throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
        }
        const file = await portal.reports.exportReport({ actor, report, params });
        await sendExport(res, { ...file, format, staffId: actor.id, log: res.locals.log });
      }),
    );
  }
  return router;
}
