import { Router } from 'express';
import type { Customers } from './create-customers.ts';
import { exportHandler } from '../../request/export-handler.ts';

/** `/customers/list-customers/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function customersRoutes(portal: { customers: Customers }): Router {
  const router = Router();
  router.get(
    '/customers/list-customers/export',
    exportHandler(async (call) => ({ prefix: 'asociados', ...(await portal.customers.exportCustomers(call)) })),
  );
  return router;
}
