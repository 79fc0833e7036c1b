import { Router } from 'express';
import type { Portal } from '../portal.ts';
import { getAsset } from './get-asset.ts';
import { problemHandler, sendProblem } from './problem.ts';
import { requireToken } from './require-token.ts';
import { uploadAsset } from './upload-asset.ts';

/**
 * The REST backend of specification section 7, mounted under /api. Nothing here knows a session: callers are systems that
 * hold the API token. Every failure is RFC 9457 problem JSON.
 */
export function apiRoutes(portal: Pick<Portal, 'config' | 'files' | 'log'>): Router {
  const router = Router({ caseSensitive: true, strict: false });
  const { token, previousToken } = portal.config.restBackend;
  router.use(requireToken([token, previousToken]));
  router.post('/digitalization/upload-asset', uploadAsset(portal));
  router.get('/digitalization/asset', getAsset(portal));
  router.use((_request, response) => sendProblem(response, { status: 404, detail: 'No existe esa dirección en el API.' }));
  router.use(problemHandler(portal.log));
  return router;
}
