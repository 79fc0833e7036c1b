import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { exportHandler } from '../workbooks/export-handler.ts';

/** `/quotes/list-quotes/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function quotesRoutes(portal: Pick<Portal, 'quotes'>): Router {
  const router = Router();
  router.get(
    '/quotes/list-quotes/export',
    exportHandler(async (call) => ({ prefix: 'prospecciones', ...(await portal.quotes.exportQuotes(call)) })),
  );
  return router;
}
