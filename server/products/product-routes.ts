import { json, Router, type Request, type Response } from 'express';
import { SERVICES_URL } from '../domain/products.ts';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { requireExportFormat } from '../workbooks/export-format.ts';
import { sendExport } from '../workbooks/send-export.ts';
import type { ItemList } from './item-list.ts';

const PHOTO_BODY_LIMIT = '16kb';

/**
 * `/export?format=xlsx|csv` of the services, of the products of one and of its photos, with the list's own parameters;
 * and `POST …/fotos/nueva` for pictures that were just uploaded ({url, descripcion, formToken}, answers 201 {id}).
 */
export function productRoutes(portal: Pick<Portal, 'products'>): Router {
  const router = Router();
  const send = async (req: Request, res: Response, list: ItemList): Promise<void> => {
    const params = new URL(req.originalUrl, 'http://portal').searchParams;
    const actor = staffOf(req);
    const { sheet, rows } = await portal.products.exportItems({ actor, list, params });
    await sendExport(res, { format: requireExportFormat(params), prefix: sheet.title, sheet, rows, staffId: actor.id, log: res.locals.log });
  };
  router.get(`${SERVICES_URL}/export`, asyncHandler((req, res) => send(req, res, { kind: 'services' })));
  router.get(`${SERVICES_URL}/:id/productos/export`, asyncHandler((req, res) => send(req, res, { kind: 'products', serviceId: req.params['id'] ?? '' })));
  router.get(`${SERVICES_URL}/:id/fotos/export`, asyncHandler((req, res) => send(req, res, { kind: 'photos', serviceId: req.params['id'] ?? '' })));
  router.post(
    `${SERVICES_URL}/:id/fotos/nueva`,
    json({ limit: PHOTO_BODY_LIMIT }),
    asyncHandler(async (req, res) => {
      const body: unknown = req.body;
      const { url, descripcion, formToken } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
      const stored = await portal.products.createItem({
        actor: staffOf(req),
        list: { kind: 'photos', serviceId: req.params['id'] ?? '' },
        values: { url, descripcion: descripcion ?? '' },
        formToken: typeof formToken === 'string' ? formToken : '',
        requestId: res.locals.requestId,
      });
      res.status(201).json(stored);
    }),
  );
  return router;
}
