import express, { Router } from 'express';
import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { asyncHandler, staffOf } from '../../entrances/request/locals.ts';
import type { Clicks } from './clicks.ts';

const MAX_BODY = '1kb';

const flush = z.strictObject({ count: z.number(), flushId: z.string() });

/**
 * `POST /clicks` {count, flushId}: the beacon of the pages, as application/json or text/plain, answered with 204. The session alone decides
 * whose clicks they are.
 */
export function clicksRoutes(portal: { clicks: Clicks }): Router {
  const router = Router();
  router.post(
    '/clicks',
    express.json({ limit: MAX_BODY, type: ['application/json', 'text/plain'] }),
    asyncHandler(async (req, res) => {
      const actor = staffOf(req);
      const body = flush.safeParse(req.body);
      if (!body.success)
        throw new AppError('invalid-input', 'clicks', { userMessage: 'Los clics no se pudieron contar: el envío no es válido.' });
      await portal.clicks.addClicks({ actor, ...body.data });
      res.status(204).set('Cache-Control', 'no-store').end();
    }),
  );
  return router;
}
