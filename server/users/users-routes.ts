import { Router } from 'express';
import { AppError } from '../domain/errors.ts';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { sendExport } from '../workbooks/send-export.ts';
import { isExportFormat } from '../workbooks/sheet.ts';

/** `/users/list-users/export?format=xlsx|csv` with the list's own parameters. */
export function usersRoutes(portal: Pick<Portal, 'users'>): Router {
  const router = Router();
  router.get(
    '/users/list-users/export',
    asyncHandler(async (req, res) => {
      const params = new URL(req.originalUrl, 'http://portal').searchParams;
      const actor = staffOf(req);
      const { sheet, rows } = await portal.users.exportUsers({ actor, params });
      const format = params.get('format') ?? 'xlsx';
      if (!isExportFormat(format)) throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
      await sendExport(res, { format, prefix: 'usuarios', sheet, rows, staffId: actor.id, log: res.locals.log });
    }),
  );
  return router;
}
