import { Router } from 'express';
import { isCut, readQuery } from '../../domain/search.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { createSearch } from './index.ts';

/**
 * `/buscar.json?q=`: the results of `/buscar`, for the dialog and for other programs. A request that nobody waits for any more is aborted.
 */
export function searchRoutes({ search }: { search: ReturnType<typeof createSearch> }): Router {
  const router = Router();
  router.get(
    '/buscar.json',
    asyncHandler(async (req, res) => {
      const params = new URL(req.originalUrl, 'http://portal').searchParams;
      const disconnected = new AbortController();
      res.once('close', () => disconnected.abort());
      const call = { actor: staffOf(req), q: readQuery(params), cookies: req.headers.cookie ?? null, signal: disconnected.signal };
      const result = await search.findEverything(call).catch((error: unknown) => {
        if (!disconnected.signal.aborted) throw error;
        return null;
      });
      if (result === null) return;
      res.set('Cache-Control', 'no-store').json({ ...result, cut: isCut(params) });
    }),
  );
  return router;
}
