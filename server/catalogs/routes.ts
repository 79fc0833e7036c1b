import { Router } from 'express';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { AppError } from '../domain/errors.ts';
import { sendExport } from '../workbooks/send-export.ts';
import { isExportFormat } from '../workbooks/sheet.ts';
import { CATALOGS, type CatalogId } from './registry.ts';

/** `<list URL>/export?format=xlsx|csv` of every registered catalog, with the list's own parameters. */
export function catalogRoutes(portal: Pick<Portal, 'catalogs'>): Router {
  const router = Router();
  for (const catalog of Object.keys(CATALOGS) as CatalogId[]) {
    router.get(
      `${CATALOGS[catalog].definition.listUrl}/export`,
      asyncHandler(async (req, res) => {
        const params = new URL(req.originalUrl, 'http://portal').searchParams;
        const actor = staffOf(req);
        const { sheet, rows } = await portal.catalogs.exportRecords({ actor, catalog, params });
        await sendExport(res, { format: readFormat(params), prefix: sheet.name, sheet, rows, staffId: actor.id, log: res.locals.log });
      }),
    );
  }
  return router;
}

function readFormat(params: URLSearchParams): 'xlsx' | 'csv' {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format)) return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}
