import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';
import { isPublic } from './gate.ts';
import { routePatterns } from './guard-build.ts';

/** Address at which a browser requests routes it does not know yet: `?version=…&p=/a/b&p=…`. */
export const MANIFEST_PATH = '/__manifest';
/** More links than the menu and a page have; the length of the address is also limited (request-shape.ts). */
const MAX_PATHS = 100;
/** Remix's signal to load the page itself: a click does so, a prefetch is dropped. */
const RELOAD = { 'X-Remix-Reload-Document': 'true' };

type Routes = ServerBuild['assets']['routes'];

/**
 * Answers in place of Remix, which splits each path and compiles every pattern for every piece, in one turn of the event loop and for
 * anybody (docs/remix.md). Here a path is compared once with patterns prepared when the build was loaded. Without a session only the routes
 * of public pages are returned; for others the browser is told to load the page itself, whose gate handles that.
 */
export function createRouteManifest(build: ServerBuild): RequestHandler {
  const findRoutes = createRouteFinder(build);
  return (req, res) => {
    const { version, paths } = readRequest(req);
    if (paths.length === 0 || paths.length > MAX_PATHS)
      throw new AppError('invalid-input', `${paths.length} paths`, {
        userMessage: 'La solicitud no es válida. Cargue la página de nuevo.',
      });
    if (version !== build.assets.version || !(res.locals.staff || paths.every(isPublic))) {
      res.status(204).set('Cache-Control', 'no-store').set(RELOAD).end();
      return;
    }
    res.set('Cache-Control', 'private, max-age=31536000, immutable').json(Object.assign({}, ...paths.map(findRoutes)));
  };
}

function readRequest(req: Request): { version: string | null; paths: string[] } {
  const { searchParams } = new URL(req.originalUrl, 'http://portal');
  return { version: searchParams.get('version'), paths: searchParams.getAll('p') };
}

/**
 * @returns for a path every route whose pattern matches the path or a prefix of it: its screen with its layouts, those of the pages above,
 * which Remix in the browser takes for known, and all of several matching patterns, among which the browser chooses itself
 */
export function createRouteFinder(build: ServerBuild): (path: string) => Routes {
  const patterns = [...routePatterns(build)].map(([id, pattern]) => ({ id, segments: requiredOf(segmentsOf(pattern)) }));
  return (path) => {
    const segments = segmentsOf(path);
    const fits = patterns.filter((pattern) => pattern.segments.every((segment, place) => fit(segment, segments[place])));
    return Object.fromEntries(fits.flatMap(({ id }) => (build.assets.routes[id] ? [[id, build.assets.routes[id]]] : [])));
  };
}

function fit(pattern: string, segment: string | undefined): boolean {
  return pattern === '*' || (segment !== undefined && (pattern.startsWith(':') || pattern === segment));
}

/** The segments before the first optional one (`:mode?`): an address may end there. */
function requiredOf(segments: readonly string[]): readonly string[] {
  const optional = segments.findIndex((segment) => segment.endsWith('?'));
  return optional === -1 ? segments : segments.slice(0, optional);
}

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean);
