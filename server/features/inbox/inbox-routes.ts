import { Router } from 'express';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { createInbox } from './index.ts';

/** `/bandeja.json`: what waits for the signed-in person, line by line as Inicio shows it; the menu shows their sum. */
export function inboxRoutes({ inbox }: { inbox: ReturnType<typeof createInbox> }): Router {
  const router = Router();
  router.get(
    '/bandeja.json',
    asyncHandler(async (req, res) => {
      const lines = await inbox.readInbox({ actor: staffOf(req) });
      res.set('Cache-Control', 'no-store').json({ lines });
    }),
  );
  return router;
}
