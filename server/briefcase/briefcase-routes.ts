import { Router } from 'express';
import { AppError } from '../domain/errors.ts';
import { asyncHandler, staffOf } from '../http/locals.ts';
import type { Portal } from '../portal.ts';
import { createRateLimiter } from '../rate-limits.ts';
import { sendExport } from '../workbooks/send-export.ts';
import { isExportFormat } from '../workbooks/sheet.ts';
import { sendFile } from './send-file.ts';
import { receiveBriefcaseUpload } from './receive-briefcase-upload.ts';

/** What the routes take from the portal. */
export type BriefcaseRoutesPortal = Pick<Portal, 'briefcase' | 'config' | 'log' | 'rateLimitStore'>;

const UPLOADS_PER_PERSON = 600;
const UPLOAD_WINDOW_S = 600;

/** The streams of the Maletín: upload, view, print, download and the export of the list. Its pages are Remix routes. */
export function briefcaseRoutes(portal: BriefcaseRoutesPortal): Router {
  const router = Router();
  const uploads = createRateLimiter(portal, {
    name: 'briefcase-upload', points: UPLOADS_PER_PERSON, durationSeconds: UPLOAD_WINDOW_S, whenStoreIsDown: 'allow',
  });
  router.post('/briefcase/upload', receiveBriefcaseUpload(portal, uploads));
  for (const kind of ['view', 'print', 'download'] as const) {
    router.get(`/briefcase/files/:id/${kind}`, asyncHandler((req, res) => sendFile(portal.briefcase, req, res, kind)));
  }
  router.get(
    '/briefcase/list-briefcase/export',
    asyncHandler(async (req, res) => {
      const params = new URL(req.originalUrl, 'http://portal').searchParams;
      const actor = staffOf(req);
      const { sheet, rows } = await portal.briefcase.exportFiles({ actor, params });
      const format = params.get('format') ?? 'xlsx';
      if (!isExportFormat(format)) throw new AppError('invalid-input', 'unknown export format', { userMessage: 'El formato de la exportación debe ser xlsx o csv.' });
      await sendExport(res, { format, prefix: 'maletin', sheet, rows, staffId: actor.id, log: res.locals.log });
    }),
  );
  return router;
}
