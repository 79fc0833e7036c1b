import { Router, type Request, type Response } from 'express';
import { AppError } from '../domain/errors.ts';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { sendExport } from '../workbooks/send-export.ts';
import { isExportFormat } from '../workbooks/sheet.ts';
import { SERVICES_URL } from './definitions.ts';
import type { ItemList } from './item-list.ts';

/** `/export?format=xlsx|csv` of the services, of the products of one and of its photos, with the list's own parameters. */
export function productRoutes(portal: Pick<Portal, 'products'>): Router {
  const router = Router();
  const send = async (req: Request, res: Response, list: ItemList): Promise<void> => {
    const params = new URL(req.originalUrl, 'http://portal').searchParams;
    const actor = staffOf(req);
    const { sheet, rows } = await portal.products.exportItems({ actor, list, params });
    await sendExport(res, { format: readFormat(params), prefix: sheet.title, sheet, rows, staffId: actor.id, log: res.locals.log });
  };
  router.get(`${SERVICES_URL}/export`, asyncHandler((req, res) => send(req, res, { kind: 'services' })));
  router.get(`${SERVICES_URL}/:id/productos/export`, asyncHandler((req, res) => send(req, res, { kind: 'products', serviceId: req.params['id'] ?? '' })));
  router.get(`${SERVICES_URL}/:id/fotos/export`, asyncHandler((req, res) => send(req, res, { kind: 'photos', serviceId: req.params['id'] ?? '' })));
  return router;
}

function readFormat(params: URLSearchParams): 'xlsx' | 'csv' {
  const format = params.get('format') ?? 'xlsx';
  if (isExportFormat(format)) return format;
  throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
}
