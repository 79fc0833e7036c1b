import { Router } from 'express';
import { addListRoutes } from '../lists/list-routes.ts';
import type { Catalogs } from './catalogs.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

/** Export of every catalog, under each record above where it has a parent, and the choices of filters that lead to other records. */
export function catalogRoutes({ catalogs }: { catalogs: Catalogs }): Router {
  const router = Router();
  for (const catalog of Object.keys(CATALOGS) as CatalogId[]) {
    const { listUrl, fields } = CATALOGS[catalog].definition;
    const offersRecords = fields.some((field) => field.filter && field.kind === 'reference');
    addListRoutes(router, listUrl, {
      exportRows: (call, { params }) => catalogs.exportRecords({ ...call, catalog, parentId: params['id'] }),
      ...(offersRecords && { findChoices: (call) => catalogs.findListChoices({ ...call, catalog }) }),
    });
  }
  return router;
}
