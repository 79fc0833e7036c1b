import { Router } from 'express';
import { addChoicesRoute } from '../lists/list-routes.ts';
import type { Catalogs } from './catalogs.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

/** Choices of the catalogs' filters that lead to other records. */
export function catalogRoutes({ catalogs }: { catalogs: Catalogs }): Router {
  const router = Router();
  for (const catalog of Object.keys(CATALOGS) as CatalogId[]) {
    const { listUrl, fields } = CATALOGS[catalog].definition;
    const offersRecords = fields.some((field) => field.filter && field.kind === 'reference');
    if (offersRecords) addChoicesRoute(router, listUrl, (call) => catalogs.findListChoices({ ...call, catalog }));
  }
  return router;
}
