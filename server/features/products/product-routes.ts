import { json, Router } from 'express';
import { SERVICES_URL } from '../../domain/products.ts';
import { asyncHandler, staffOf } from '../../request/locals.ts';
import type { Products } from './create-products.ts';
import { exportHandler } from '../../request/export-handler.ts';
import type { ItemList } from './item-list.ts';

const PHOTO_BODY_LIMIT = '16kb';

/**
 * `/export?format=xlsx|csv` of the services, of the products of one and of its photos, with the list's own parameters;
 * and `POST …/fotos/nueva` for pictures that were just uploaded ({url, descripcion, formToken}, answers 201 {id}).
 */
export function productRoutes(portal: { products: Products }): Router {
  const router = Router();
  const send = (listOf: (serviceId: string) => ItemList) =>
    exportHandler((call, req) => portal.products.exportItems({ ...call, list: listOf(req.params['id'] ?? '') }));
  router.get(
    `${SERVICES_URL}/export`,
    send(() => ({ kind: 'services' })),
  );
  router.get(
    `${SERVICES_URL}/:id/productos/export`,
    send((serviceId) => ({ kind: 'products', serviceId })),
  );
  router.get(
    `${SERVICES_URL}/:id/fotos/export`,
    send((serviceId) => ({ kind: 'photos', serviceId })),
  );
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
