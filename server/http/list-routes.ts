import { Router } from 'express';
import { CUSTOMERS } from '../features/customers/customer-list.ts';
import { USERS } from '../features/people/user-list.ts';
import { QUOTES } from '../features/quotes/quote-list.ts';
import { addListRoutes } from '../lists/list-routes.ts';
import type { Portal } from '../portal.ts';

/** Exports and choices of the lists; their pages are Remix routes. */
export function listRoutes({ customers, quotes, users }: Portal): Router {
  const router = Router();
  addListRoutes(router, CUSTOMERS.url, { exportRows: customers.exportCustomers, findChoices: customers.findListChoices });
  addListRoutes(router, QUOTES.url, { exportRows: quotes.exportQuotes, findChoices: quotes.findQuoteChoices });
  addListRoutes(router, USERS.url, { exportRows: users.exportUsers, findChoices: users.findListChoices });
  return router;
}
