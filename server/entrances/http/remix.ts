import { createRequestHandler as createExpressHandler } from '@remix-run/express';
import { createRequestHandler, writeReadableStreamToWritable, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler, Response } from 'express';
import type { Locals } from 'express-serve-static-core';
import type { Config } from '../../config/config.ts';
import type { Portal } from '../../portal.ts';
import { ownOrigin } from './origin.ts';
import { createNotices, type Notices } from '../request/notices.ts';
import { guardBuild } from './guard-build.ts';
import type { Client, Rendering, SessionCookie, TrustedCookie } from '../request/request-context.ts';
import { createRouteManifest, MANIFEST_PATH } from './route-manifest.ts';
import { createRouteBranches } from './route-branches.ts';
import { wantsProblem } from '../request/wants-page.ts';
import { deviceCookie, readDeviceCookie, sessionCookie, trustedCookie } from './session.ts';

declare module '@remix-run/server-runtime' {
  /** The `context` of every loader and action; created once per request by `createContext`. */
  interface AppLoadContext extends Pick<
    Locals,
    'staff' | 'pending' | 'freshness' | 'restSeconds' | 'requestId' | 'cspNonce' | 'log' | 'auditDenial'
  > {
    portal: Portal;
    config: Config;
    /** The portal's script requests a page's data; otherwise a browser requests the whole page, possibly without scripts. */
    isDataRequest: boolean;
    /** A program requests JSON: failures are returned as problems, even where people get their form back. */
    readsProblems: boolean;
    session: SessionCookie;
    trusted: TrustedCookie;
    notices: Notices;
    client: Client;
    rendering: Rendering;
  }
}

export interface RemixPages {
  handler: RequestHandler;
  /**
   * Renders `error`, thrown by an Express handler, as the error page of the requested address, inside the shell. false if no route of that
   * address can show it: then nothing was sent.
   */
  renderFailure(req: Request, res: Response, error: unknown): Promise<boolean>;
  /** Serves another build from the next request on. */
  replaceBuild(build: ServerBuild): void;
}

/** Remix always runs in production mode here: development mode would send stack traces to the browser. */
const MODE = 'production';

export function createRemixPages(portal: Portal, build: ServerBuild): RemixPages {
  let branchOf = createRouteBranches(guardBuild(build));
  let manifest = createRouteManifest(build);
  const made = new WeakMap<ServerBuild, Handlers>();
  /** The handlers for an address; created once per branch of routes. */
  const handlersFor = (pathname: string): Handlers => {
    const branch = branchOf(pathname);
    const handlers = made.get(branch) ?? createHandlers(portal, branch);
    made.set(branch, handlers);
    return handlers;
  };
  return {
    handler: (req, res, next) => {
      if (req.path === MANIFEST_PATH) return manifest(req, res, next);
      // origin.ts has already compared it with the portal's own address. Remix would compare it with Host again, and fail every form behind
      // a proxy that rewrites Host.
      delete req.headers.origin;
      res.once('finish', () => discardRest(req));
      void handlersFor(req.path).express(req, res, next);
    },
    async renderFailure(req, res, error) {
      const rendering: Rendering = { failure: { error, shown: false }, routePattern: '', problem: null };
      const request = new Request(`${req.protocol}://${req.headers.host ?? ''}${req.originalUrl}`, { headers: { Accept: 'text/html' } });
      const response = await handlersFor(req.path).web(request, createContext(portal, { req, res, rendering }));
      if (!rendering.failure?.shown) {
        await response.body?.cancel();
        return false;
      }
      res.status(response.status);
      response.headers.forEach((value, name) => res.append(name, value));
      if (response.body) await writeReadableStreamToWritable(response.body, res);
      else res.end();
      return true;
    },
    replaceBuild(next) {
      branchOf = createRouteBranches(guardBuild(next));
      manifest = createRouteManifest(next);
    },
  };
}

/** An unread form (refused earlier) would block the next request on its connection. */
function discardRest(req: Request): void {
  if (req.readableEnded || req.destroyed) return;
  req.removeAllListeners('data');
  req.resume();
}

interface Handlers {
  express: ReturnType<typeof createExpressHandler>;
  web: ReturnType<typeof createRequestHandler>;
}

function createHandlers(portal: Portal, build: ServerBuild): Handlers {
  return {
    express: createExpressHandler({
      build,
      mode: MODE,
      getLoadContext(req, res) {
        const rendering: Rendering = { failure: null, routePattern: '', problem: null };
        res.locals.rendering = rendering;
        return createContext(portal, { req, res, rendering });
      },
    }),
    web: createRequestHandler(build, MODE),
  };
}

function createContext(portal: Portal, { req, res, rendering }: { req: Request; res: Response; rendering: Rendering }): AppLoadContext {
  const { config } = portal;
  const { staff, pending = null, freshness, restSeconds, requestId, cspNonce, log, auditDenial, sessionToken: token } = res.locals;
  return {
    portal,
    config,
    staff,
    pending,
    freshness,
    restSeconds,
    requestId,
    cspNonce,
    log,
    auditDenial,
    isDataRequest: req.path.endsWith('.data'),
    readsProblems: wantsProblem(req),
    session: {
      token,
      start: (session) => sessionCookie(config, session),
      enter: (session) =>
        new Headers([
          ['Set-Cookie', sessionCookie(config, session)],
          ['Set-Cookie', deviceCookie(config, session.device)],
        ]),
      renew: (session) => void res.append('Set-Cookie', sessionCookie(config, session)),
      end: () => sessionCookie(config, null),
      keepDevice: (device) => deviceCookie(config, device),
    },
    trusted: trustedCookie(config, req.headers.cookie),
    notices: createNotices(config.session),
    client: {
      ip: req.ip ?? '',
      userAgent: req.get('user-agent') ?? '',
      device: readDeviceCookie(config, req.headers.cookie),
      origin: ownOrigin(config, req),
    },
    rendering,
  };
}
