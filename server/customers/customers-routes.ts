import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { exportHandler } from '../workbooks/export-handler.ts';

/** `/customers/list-customers/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function customersRoutes(portal: Pick<Portal, 'customers'>): Router {
  const router = Router();
  router.get(
    '/customers/list-customers/export',
    exportHandler(async (call) => ({ prefix: 'asociados', ...(await portal.customers.exportCustomers(call)) })),
  );
  return router;
}
