import type { Router } from 'express';
import { ANSWERS } from '../../registries.ts';
import { answerRoutes } from './answer-routes.ts';
import { apiRoutes } from './api/api-routes.ts';
import { briefcaseRoutes } from '../../features/briefcase/briefcase-routes.ts';
import { clicksRoutes } from '../../features/people/clicks-routes.ts';
import { imageRoutes } from '../../features/catalogs/image-routes.ts';
import { mediaRoutes } from '../../features/catalogs/media-routes.ts';
import { documentFileRoutes } from '../../features/documents/document-file-routes.ts';
import { exportRoutes } from '../../features/exports/export-routes.ts';
import { importRoutes } from '../../imports/import-routes.ts';
import { packageRoutes } from '../../features/packages/package-routes.ts';
import type { Portal } from '../../portal.ts';
import { photoRoutes } from '../../features/catalogs/photo-routes.ts';
import { snapshotRoutes } from '../../features/snapshots/snapshot-routes.ts';
import { sessionRoutes } from '../../features/account/session-routes.ts';
import { searchRoutes } from '../../features/search/search-routes.ts';

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
    // Before routes with a parameter, one of which has the same form as an address of an answer.
    (portal) => answerRoutes(portal, ANSWERS),
    briefcaseRoutes,
    imageRoutes,
    photoRoutes,
    searchRoutes,
    clicksRoutes,
    documentFileRoutes,
    packageRoutes,
    snapshotRoutes,
    exportRoutes,
    importRoutes,
    sessionRoutes,
  ],
};
