import { json, Router } from 'express';
import type { Catalogs } from '../../catalogs/catalogs.ts';
import { PHOTOS_URL } from '../../domain/products.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';

const PHOTO_BODY_LIMIT = '16kb';

/** `POST …/fotos/nueva` for pictures that were just uploaded: {url, descripcion, formToken}, answers 201 {id}. */
export function photoRoutes({ catalogs }: { catalogs: Catalogs }): Router {
  const router = Router();
  router.post(
    `${PHOTOS_URL}/nueva`,
    json({ limit: PHOTO_BODY_LIMIT }),
    asyncHandler(async (req, res) => {
      const body: unknown = req.body;
      const { url, descripcion, formToken } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
      const stored = await catalogs.createRecord({
        actor: staffOf(req),
        catalog: 'productos_servicios_fotos',
        parentId: req.params['id'],
        values: { url, descripcion: descripcion ?? '' },
        formToken: typeof formToken === 'string' ? formToken : '',
        requestId: res.locals.requestId,
      });
      res.status(201).json(stored);
    }),
  );
  return router;
}
