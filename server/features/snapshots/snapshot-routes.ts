import { Router } from 'express';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import { sendStoredWorkbook } from '../../workbooks/stored-workbook.ts';
import type { Snapshots } from './index.ts';
import { RUNS_URL } from './run-list.ts';

/** Files of runs; the pages are Remix routes. */
export function snapshotRoutes({ snapshots }: { snapshots: Snapshots }): Router {
  const router = Router();
  router.get(
    `${RUNS_URL}/:id/download`,
    asyncHandler(async (req, res) => {
      const { searchParams } = new URL(req.originalUrl, 'http://portal');
      const call = { actor: staffOf(req), requestId: res.locals.requestId, id: req.params['id'] ?? '' };
      await sendStoredWorkbook(req, res, await snapshots.openSnapshot({ ...call, format: searchParams.get('format') }));
    }),
  );
  return router;
}
