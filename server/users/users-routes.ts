import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { exportHandler } from '../workbooks/export-handler.ts';

/** `/users/list-users/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function usersRoutes(portal: Pick<Portal, 'users'>): Router {
  const router = Router();
  router.get(
    '/users/list-users/export',
    exportHandler(async (call) => ({ prefix: 'usuarios', ...(await portal.users.exportUsers(call)) })),
  );
  return router;
}
