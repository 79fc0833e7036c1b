import { Router } from 'express';
import { pipeline } from 'node:stream/promises';
import { contentDisposition, SANDBOX_CSP, storedFileHeaders } from '../../ports/files/serve-file.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import { CONTENT_TYPES } from '../../workbooks/sheet.ts';
import type { Snapshots } from './index.ts';
import { RUNS_URL } from './run-list.ts';

/** Files of runs, and how far a run is; the pages are Remix routes. */
export function snapshotRoutes({ snapshots }: { snapshots: Snapshots }): Router {
  const router = Router();
  router.get(
    `${RUNS_URL}/:id/download`,
    asyncHandler(async (req, res) => {
      const { searchParams } = new URL(req.originalUrl, 'http://portal');
      const call = { actor: staffOf(req), requestId: res.locals.requestId, id: req.params['id'] ?? '' };
      const file = await snapshots.openSnapshot({ ...call, format: searchParams.get('format') });
      // Before the head of the answer: what fails here becomes an ordinary error answer.
      const bytes = req.method === 'HEAD' ? null : await file.open();
      res.set({
        ...storedFileHeaders(SANDBOX_CSP),
        'Content-Type': CONTENT_TYPES[file.format],
        'Content-Disposition': contentDisposition('attachment', file.name),
        'Content-Length': String(file.bytes),
        ETag: `"${file.sha256}"`,
      });
      if (bytes) await pipeline(bytes, res);
      else res.end();
    }),
  );
  router.get(
    `${RUNS_URL}/:id/progress`,
    asyncHandler(async (req, res) => {
      const { run } = await snapshots.seeRun({ actor: staffOf(req), id: req.params['id'] ?? '' });
      const { status, progress, rows, error } = run;
      res.set('Cache-Control', 'no-store').json({ status, progress, rows, error });
    }),
  );
  return router;
}
