import { Router } from 'express';
import type { Catalogs } from './catalogs.ts';
import { exportHandler } from '../request/export-handler.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

/** `<list URL>/export?format=xlsx|csv` of every registered catalog, with the list's own parameters. */
export function catalogRoutes(portal: { catalogs: Catalogs }): Router {
  const router = Router();
  for (const catalog of Object.keys(CATALOGS) as CatalogId[]) {
    router.get(
      `${CATALOGS[catalog].definition.listUrl}/export`,
      exportHandler(async (call) => {
        const { sheet, rows } = await portal.catalogs.exportRecords({ ...call, catalog });
        return { prefix: sheet.name, sheet, rows };
      }),
    );
  }
  return router;
}
