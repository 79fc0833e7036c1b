import { Router } from 'express';
import { CONTENT_HEALTH_URL } from '../../domain/content-findings.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { ContentHealth } from './index.ts';

/** `/reports/content-health.json` with the parameters of the page: one page, with the link to the next. */
export function contentHealthRoutes({ contentHealth }: { contentHealth: ContentHealth }): Router {
  const router = Router();
  router.get(
    `${CONTENT_HEALTH_URL}.json`,
    asyncHandler(async (req, res) => {
      const params = new URL(req.originalUrl, 'http://portal').searchParams;
      const { rows, counts, total, totalIsCapped, page, lastPage, next } = await contentHealth.findFindings({
        actor: staffOf(req),
        params,
        act: 'export',
      });
      res.set('Cache-Control', 'no-store').json({ rows, counts, total, totalIsCapped, page, lastPage, next });
    }),
  );
  return router;
}
