import { Router } from 'express';
import { createLocalAssets } from '../../../ports/rest-backend/local-assets.ts';
import type { Services } from '../../../services.ts';
import { getAsset } from './get-asset.ts';
import { answerMethods } from './methods.ts';
import { describeApi } from './openapi.ts';
import { requireToken } from './require-token.ts';
import { uploadAsset } from './upload-asset.ts';
import { addUserRoutes } from './user-routes.ts';

/** The subset that needs no session and no screens. */
type ApiServices = Pick<
  Services,
  'config' | 'documents' | 'files' | 'identity' | 'inspection' | 'liveSettings' | 'log' | 'rateLimitStore' | 'readModel' | 'sql'
>;

/**
 * The REST backend of docs/specification.md section 7, under /api. There are no sessions: callers are systems with the API token, and
 * without it they do not learn which paths exist. Failures become problem JSON in server/entrances/http.
 */
export function apiRoutes(services: ApiServices): Router {
  const router = Router();
  const { token, previousToken } = services.config.restBackend;
  const assets = createLocalAssets(services);
  router.use('/api', requireToken(services, [token, previousToken]));
  addUserRoutes(router, services);
  answerMethods(router, '/api/digitalization/upload-asset', { post: [uploadAsset(assets, services)] });
  answerMethods(router, '/api/digitalization/asset', { get: [getAsset(assets)] });
  answerMethods(router, '/api/openapi.json', {
    get: [(_request, response) => response.json(describeApi(services.liveSettings.current().cooperativeName))],
  });
  return router;
}
