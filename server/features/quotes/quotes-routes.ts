import { Router } from 'express';
import type { Quotes } from './create-quotes.ts';
import { exportHandler } from '../../request/export-handler.ts';

/** `/quotes/list-quotes/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function quotesRoutes(portal: { quotes: Quotes }): Router {
  const router = Router();
  router.get(
    '/quotes/list-quotes/export',
    exportHandler(async (call) => ({ prefix: 'prospecciones', ...(await portal.quotes.exportQuotes(call)) })),
  );
  return router;
}
