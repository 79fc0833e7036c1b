import { Router } from 'express';
import { apiRoutes } from './api/api-routes.ts';
import { briefcaseRoutes } from '../../features/briefcase/briefcase-routes.ts';
import { clicksRoutes } from '../../features/people/clicks-routes.ts';
import { imageRoutes } from '../../features/catalogs/image-routes.ts';
import { mediaRoutes } from '../../features/catalogs/media-routes.ts';
import { contentHealthRoutes } from '../../features/contents/content-health-routes.ts';
import { bulkRoutes } from '../../features/bulk/bulk-routes.ts';
import { documentFileRoutes } from '../../features/documents/document-file-routes.ts';
import { exportRoutes } from '../../features/exports/export-routes.ts';
import { importRoutes } from '../../imports/import-routes.ts';
import { inboxRoutes } from '../../features/inbox/inbox-routes.ts';
import { notesRoutes } from '../../features/notes/notes-routes.ts';
import { packageRoutes } from '../../features/packages/package-routes.ts';
import { addChoicesRoute } from '../../lists/list-routes.ts';
import type { Portal } from '../../portal.ts';
import { photoRoutes } from '../../features/catalogs/photo-routes.ts';
import { reportRoutes } from '../../reporting/report-routes.ts';
import { snapshotRoutes } from '../../features/snapshots/snapshot-routes.ts';
import { sessionRoutes } from '../../features/account/session-routes.ts';
import { searchRoutes } from '../../features/search/search-routes.ts';
import { viewsRoutes } from '../../features/views/views-routes.ts';

/** Express routes of features: streams (uploads, downloads, exports) and the REST backend. Pages are Remix routes. */
export interface FeatureRoutes {
  /** Paths under /api: their own token, no cookie, no same-origin check, only JSON problems. */
  api: readonly ((portal: Portal) => Router)[];
  /** Public: no session, no cookie, no same-origin check, any host name. */
  open: readonly ((portal: Portal) => Router)[];
  /** Behind the same-origin check and the authentication gate; handlers use `staffOf(req)`. */
  pages: readonly ((portal: Portal) => Router)[];
}

export const FEATURE_ROUTES: FeatureRoutes = {
  api: [apiRoutes],
  open: [mediaRoutes],
  pages: [
    briefcaseRoutes,
    imageRoutes,
    listRoutes,
    photoRoutes,
    reportRoutes,
    searchRoutes,
    clicksRoutes,
    documentFileRoutes,
    packageRoutes,
    inboxRoutes,
    viewsRoutes,
    notesRoutes,
    contentHealthRoutes,
    snapshotRoutes,
    exportRoutes,
    bulkRoutes,
    importRoutes,
    sessionRoutes,
  ],
};

/** Routes that provide the choices of list filters. */
function listRoutes(portal: Portal): Router {
  const router = Router();
  for (const { url, findChoices } of portal.registries.lists)
    if (findChoices) addChoicesRoute(router, url, (call) => findChoices(portal, call));
  return router;
}
