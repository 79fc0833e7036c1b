import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express } from 'express';
import path from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { Portal } from '../../portal.ts';
import { countForeground } from '../request/foreground.ts';
import { assets } from './assets.ts';
import { logoRoutes } from '../../features/settings/logo-routes.ts';
import { browserErrors } from './browser-errors.ts';
import { bodyDeadline } from './body-deadline.ts';
import { bodyLimit } from './body-limit.ts';
import { refuseEmbedding } from './embedding.ts';
import { errorPage } from './error-page.ts';
import { FEATURE_ROUTES, type FeatureRoutes } from './feature-routes.ts';
import { devReload } from './dev-reload.ts';
import { authenticationGate } from './gate.ts';
import { healthRoutes } from '../../features/operations/health.ts';
import { createMetrics, routeOf } from './metrics.ts';
import { hostCheck, sameOriginCheck } from './origin.ts';
import { problemHeaders, sendProblem, toProblem } from './problems.ts';
import { programAccess } from './program-access.ts';
import { createRemixPages, type RemixPages } from './remix.ts';
import { requestLog } from '../request/request-id.ts';
import { traceRequests } from '../../platform/tracing.ts';
import { requestShape } from './request-shape.ts';
import { securityHeaders } from './security-headers.ts';
import { currentSettings, auditDenials, loadSession } from './session.ts';
import { limitConcurrentForms, limitConcurrentReads } from './limit-concurrent.ts';
import { shortHeaders } from './short-headers.ts';
import { wantsPage } from '../request/wants-page.ts';

export interface AppOptions {
  portal: Portal;
  build: ServerBuild;
  /** The folder with `build/` (hashed scripts and styles), favicon and fonts. */
  publicDirectory?: string;
  routes?: FeatureRoutes;
}

const PUBLIC_DIRECTORY = path.resolve(import.meta.dirname, '../../../public');

/** The web application: middleware in the order in which a request passes through it. */
export function createApp(options: AppOptions): Express {
  const { portal } = options;
  const { config } = portal;
  const routes = options.routes ?? FEATURE_ROUTES;
  const metrics = createMetrics(portal);
  const pages = createRemixPages(portal, options.build);

  const app = express();
  app.set('trust proxy', config.web.trustProxy);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(requestLog(portal.log), metrics.observe, traceRequests(routeOf), securityHeaders(config));
  app.use(shortHeaders(), bodyDeadline(portal), requestShape());
  app.use(compression());
  app.use(healthRoutes(portal));
  app.use(currentSettings(portal));
  app.get('/metrics', metrics.handler);
  if (config.mode === 'development') app.use(devReload(pages, portal.log));
  // Before the host check: other servers may use any host name, and /api builds no links from it.
  for (const create of routes.api) app.use(create(portal));
  app.use('/api', () => {
    throw new AppError('not-found', 'no such API path', { userMessage: 'No existe esa dirección en el API.' });
  });
  app.use(countForeground());
  for (const create of routes.open) app.use(create(portal));
  app.use(hostCheck(config));
  app.use(assets(options.publicDirectory ?? PUBLIC_DIRECTORY));
  app.use(logoRoutes(portal));
  app.use(sameOriginCheck(config), refuseEmbedding());
  app.use(loadSession(portal), programAccess(portal), auditDenials(portal));
  app.use(browserErrors(portal, metrics.countBrowserError));
  app.use(authenticationGate(portal.signIn));
  app.use(limitConcurrentReads());
  for (const create of routes.pages) app.use(create(portal));
  app.use(bodyLimit(), limitConcurrentForms(), pages.handler);
  app.use(errorHandler(portal, pages));
  return app;
}

/** The one place where an error of Express, middleware or a feature's handler becomes an answer. */
function errorHandler(portal: Portal, pages: RemixPages): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, req, res, _next) => {
    if (res.headersSent || !wantsPage(req)) return sendProblem(res, error);
    const sendPlainPage = (reason: unknown) => {
      const problem = toProblem(reason, res.locals);
      res
        .status(problem.status)
        .set(problemHeaders(reason))
        .type('html')
        .send(errorPage(problem, portal.liveSettings.current().cooperativeName));
    };
    if (!res.locals.staff) return sendPlainPage(error);
    pages.renderFailure(req, res, error).then(
      (shown) => (shown ? undefined : sendPlainPage(error)),
      (renderError: unknown) => (res.headersSent ? res.destroy() : sendPlainPage(renderError)),
    );
  };
}
