import { Router } from 'express';
import type { Answer } from '../../features/feature.ts';
import type { Services } from '../../services.ts';
import { asyncHandler, staffOf } from '../request/locals.ts';

/** The addresses that features declare as `answers`. */
export function answerRoutes(services: Services, answers: readonly Answer[]): Router {
  const router = Router();
  for (const { url, read } of answers)
    router.get(
      url,
      asyncHandler(async (req, res) => {
        const { searchParams: params } = new URL(req.originalUrl, 'http://portal');
        const call = { actor: staffOf(req), requestId: res.locals.requestId, id: req.params['id'] ?? '', params };
        res.set('Cache-Control', 'no-store').json(await read(services, call));
      }),
    );
  return router;
}
