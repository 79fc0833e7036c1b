import { Router } from 'express';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { requireExportFormat } from '../workbooks/export-format.ts';
import { sendExport } from '../workbooks/send-export.ts';

/** `/customers/list-customers/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function customersRoutes(portal: Pick<Portal, 'customers'>): Router {
  const router = Router();
  router.get(
    '/customers/list-customers/export',
    asyncHandler(async (req, res) => {
      const params = new URL(req.originalUrl, 'http://portal').searchParams;
      const actor = staffOf(req);
      const { sheet, rows } = await portal.customers.exportCustomers({ actor, params });
      await sendExport(res, { format: requireExportFormat(params), prefix: 'asociados', sheet, rows, staffId: actor.id, log: res.locals.log });
    }),
  );
  return router;
}
