import { Router } from 'express';

/**
 * `/sesion.json`: whose session it is and when it ends for lack of use; polled by open pages. A request marked as at rest does not prolong
 * the session; an unmarked one counts as use like any other.
 */
export function sessionRoutes(): Router {
  const router = Router();
  router.get('/sesion.json', (_req, res) => {
    const { restSeconds, staff } = res.locals;
    res.set('Cache-Control', 'no-store').json({ restSeconds, email: staff?.email });
  });
  return router;
}
