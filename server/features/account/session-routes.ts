import { Router } from 'express';

/** `/sesion.json`: asked by a page that stays open. Marked as at rest it keeps nothing from ending; unmarked it is use like any other. */
export function sessionRoutes(): Router {
  const router = Router();
  router.get('/sesion.json', (_req, res) => void res.set('Cache-Control', 'no-store').json({ restSeconds: res.locals.restSeconds }));
  return router;
}
