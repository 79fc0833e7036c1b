import { Router } from 'express';

/** `/sesion.json`: whose session it is and when it ends by rest; asked by a page that stays open. Marked as at rest it keeps nothing from ending; unmarked it is use like any other. */
export function sessionRoutes(): Router {
  const router = Router();
  router.get('/sesion.json', (_req, res) => {
    const { restSeconds, staff } = res.locals;
    res.set('Cache-Control', 'no-store').json({ restSeconds, email: staff?.email });
  });
  return router;
}
