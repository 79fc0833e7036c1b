import { Router } from 'express';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { createViews } from './index.ts';

/** `/vistas.json`: the views of the signed-in person with how many rows each has; the menu asks for it once a page is there. */
export function viewsRoutes({ views }: { views: ReturnType<typeof createViews> }): Router {
  const router = Router();
  router.get(
    '/vistas.json',
    asyncHandler(async (req, res) => {
      res.set('Cache-Control', 'no-store').json({ views: await views.findViews({ actor: staffOf(req) }) });
    }),
  );
  return router;
}
