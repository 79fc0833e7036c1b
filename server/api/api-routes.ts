import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { getAsset } from './get-asset.ts';
import { requireToken } from './require-token.ts';
import { uploadAsset } from './upload-asset.ts';

/**
 * The REST backend of specification section 7, under /api. Nothing here knows a session: callers are systems that hold the
 * API token, and without it they do not learn which paths exist. Failures become problem JSON in server/http.
 */
export function apiRoutes(portal: Pick<Portal, 'config' | 'files' | 'log'>): Router {
  const router = Router();
  const { token, previousToken } = portal.config.restBackend;
  router.use('/api', requireToken([token, previousToken]));
  router.post('/api/digitalization/upload-asset', uploadAsset(portal));
  router.get('/api/digitalization/asset', getAsset(portal));
  return router;
}
