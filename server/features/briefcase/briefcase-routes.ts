import { Router } from 'express';
import { asyncHandler, staffOf } from '../../request/locals.ts';
import type { Services } from '../../services.ts';
import type { Briefcase } from './create-briefcase.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import { addListRoutes } from '../../lists/list-routes.ts';
import { FILES } from './file-list.ts';
import { sendFile } from './send-file.ts';
import { receiveBriefcaseUpload } from './receive-briefcase-upload.ts';

/** What the routes take from the portal. */
export type BriefcaseRoutesPortal = Pick<Services, 'config' | 'liveSettings' | 'log' | 'rateLimitStore'> & { briefcase: Briefcase };

const UPLOADS_PER_PERSON = 600;
const UPLOAD_WINDOW_S = 600;

/** The streams of the Maletín: upload, view, print, download and what the list needs. Its pages are Remix routes. */
export function briefcaseRoutes(portal: BriefcaseRoutesPortal): Router {
  const router = Router();
  const uploads = createRateLimiter(portal, {
    name: 'briefcase-upload',
    points: UPLOADS_PER_PERSON,
    durationSeconds: UPLOAD_WINDOW_S,
    whenStoreIsDown: 'allow',
  });
  router.get(
    '/briefcase/upload',
    asyncHandler(async (req, res) => {
      res.set('Cache-Control', 'no-store').json(await portal.briefcase.findUploadChoices({ actor: staffOf(req) }));
    }),
  );
  router.post('/briefcase/upload', receiveBriefcaseUpload(portal, uploads));
  for (const kind of ['view', 'print', 'download'] as const) {
    router.get(
      `/briefcase/files/:id/${kind}`,
      asyncHandler((req, res) => sendFile(portal.briefcase, req, res, kind)),
    );
  }
  addListRoutes(router, FILES.url, { exportRows: portal.briefcase.exportFiles, findChoices: portal.briefcase.findListChoices });
  return router;
}
