import { Router } from 'express';
import { apiRoutes } from '../api/api-routes.ts';
import { AUDIT } from '../features/audit-trail/audit-list.ts';
import { briefcaseRoutes } from '../features/briefcase/briefcase-routes.ts';
import { catalogRoutes } from '../catalogs/catalog-routes.ts';
import { clicksRoutes } from '../features/clicks/clicks-routes.ts';
import { imageRoutes } from '../features/images/image-routes.ts';
import { mediaRoutes } from '../features/images/media-routes.ts';
import { contentHealthRoutes } from '../features/content-health/content-health-routes.ts';
import { CUSTOMERS } from '../features/customers/customer-list.ts';
import { TOKENS } from '../features/tokens/token-list.ts';
import { USERS } from '../features/people/user-list.ts';
import { documentFileRoutes } from '../features/digitalization/document-file-routes.ts';
import { DOCUMENTS } from '../features/digitalization/document-list.ts';
import { exportRoutes } from '../features/exports/export-routes.ts';
import { inboxRoutes } from '../features/inbox/inbox-routes.ts';
import { packageRoutes } from '../features/packages/package-routes.ts';
import { PACKAGES_SENT } from '../features/packages/sent-list.ts';
import { PERMISSION_SETS } from '../features/permission-sets/set-list.ts';
import { PACKAGES_RECEIVED } from '../features/packages/received-list.ts';
import { QUOTES } from '../features/quotes/quote-list.ts';
import { FILE_EVENTS } from '../features/reports/event-list.ts';
import { addChoicesRoute } from '../lists/list-routes.ts';
import type { Portal } from '../portal.ts';
import { photoRoutes } from '../features/products/photo-routes.ts';
import { reportRoutes } from '../reporting/report-routes.ts';
import { snapshotRoutes } from '../features/snapshots/snapshot-routes.ts';
import { searchRoutes } from '../features/search/search-routes.ts';

/** The Express routes of features: streams (uploads, downloads, exports) and the REST backend. Pages are Remix routes. */
export interface FeatureRoutes {
  /** Addresses under /api: a token of their own, no cookie, no same-origin check, JSON problems only. */
  api: readonly ((portal: Portal) => Router)[];
  /** For everybody: no session, no cookie, no same-origin check, by whatever name of the host. */
  open: readonly ((portal: Portal) => Router)[];
  /** Behind the same-origin check and the authentication gate; handlers use `staffOf(req)`. */
  pages: readonly ((portal: Portal) => Router)[];
}

export const FEATURE_ROUTES: FeatureRoutes = {
  api: [apiRoutes],
  open: [mediaRoutes],
  pages: [
    briefcaseRoutes,
    catalogRoutes,
    imageRoutes,
    listRoutes,
    photoRoutes,
    reportRoutes,
    searchRoutes,
    clicksRoutes,
    documentFileRoutes,
    packageRoutes,
    inboxRoutes,
    contentHealthRoutes,
    snapshotRoutes,
    exportRoutes,
  ],
};

/** What the filters of the lists offer. */
function listRoutes(portal: Portal): Router {
  const { auditTrail, customers, digitalization, fileEvents, packages, permissionSets, quotes, tokens, users } = portal;
  const router = Router();
  addChoicesRoute(router, AUDIT.url, auditTrail.findListChoices);
  addChoicesRoute(router, CUSTOMERS.url, customers.findListChoices);
  addChoicesRoute(router, QUOTES.url, quotes.findQuoteChoices);
  addChoicesRoute(router, PERMISSION_SETS.url, permissionSets.findListChoices);
  addChoicesRoute(router, DOCUMENTS.url, digitalization.findListChoices);
  addChoicesRoute(router, PACKAGES_SENT.url, packages.findSentChoices);
  addChoicesRoute(router, PACKAGES_RECEIVED.url, packages.findReceivedChoices);
  addChoicesRoute(router, FILE_EVENTS.url, fileEvents.findListChoices);
  addChoicesRoute(router, TOKENS.url, tokens.findListChoices);
  addChoicesRoute(router, USERS.url, users.findListChoices);
  return router;
}
