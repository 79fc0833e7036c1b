import { Router } from 'express';
import { BULK_URL } from '../../domain/bulk.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { Bulk } from './index.ts';

/** What an open page asks for: the progress of an act, and the options of another. The page itself is a Remix route. */
export function bulkRoutes({ bulk }: { bulk: Bulk }): Router {
  const router = Router();
  router.get(
    `${BULK_URL}/options`,
    asyncHandler(async (req, res) => {
      const text = (name: string) => (typeof req.query[name] === 'string' ? req.query[name] : '');
      res.set('Cache-Control', 'no-store').json(await bulk.findBulkOptions({ actor: staffOf(req), url: text('list'), act: text('act') }));
    }),
  );
  router.get(
    `${BULK_URL}/:id/progress`,
    asyncHandler(async (req, res) => {
      const { state, isOver, total, outcomes } = await bulk.describeRun({ actor: staffOf(req), id: req.params['id'] ?? '' });
      res.set('Cache-Control', 'no-store').json({ state, isOver, total, outcomes });
    }),
  );
  return router;
}
