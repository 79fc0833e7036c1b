import { Router } from 'express';
import type { Users } from './create-users.ts';
import { exportHandler } from '../../request/export-handler.ts';

/** `/users/list-users/export?format=xlsx|csv` with the list's own parameters. The pages are Remix routes. */
export function usersRoutes(portal: { users: Users }): Router {
  const router = Router();
  router.get(
    '/users/list-users/export',
    exportHandler(async (call) => ({ prefix: 'usuarios', ...(await portal.users.exportUsers(call)) })),
  );
  return router;
}
