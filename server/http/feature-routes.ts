import type { Router } from 'express';
import type { Portal } from '../portal.ts';

/**
 * The Express routes of features: streams (uploads, downloads, exports) and the REST backend. Pages are Remix routes.
 * Each entry is mounted at / after the session is known; `api` comes before it, because it takes a token of its own.
 */
export interface FeatureRoutes {
  /** Under /api: no cookie, no same-origin check, JSON problems only. */
  api: readonly ((portal: Portal) => Router)[];
  /** Behind the same-origin check and the authentication gate; handlers use `staffOf(req)`. */
  pages: readonly ((portal: Portal) => Router)[];
}

export const FEATURE_ROUTES: FeatureRoutes = { api: [], pages: [] };
