import type { ServerBuild } from '@remix-run/node';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';
import { isPublic } from './gate.ts';
import { routePatterns } from './guard-build.ts';

/** Where a browser asks for routes that it does not know yet: `?version=…&p=/a/b&p=…`. */
export const MANIFEST_PATH = '/__manifest';
/** More than the menu and a page have links; the address as a whole is bounded (request-shape.ts). */
const MAX_PATHS = 100;
/** Remix's word for «load the page itself»: a click does, what is asked for ahead is left. */
const RELOAD = { 'X-Remix-Reload-Document': 'true' };

type Routes = ServerBuild['assets']['routes'];

/**
 * Answers in the place of Remix, which takes each path apart and compiles every pattern for every piece, in one turn of the loop and for
 * anybody (docs/remix.md). Here a path is held once against patterns that were taken apart when the build was loaded. Who has no session
 * gets the routes of the public pages alone, and is sent to the page itself otherwise, whose gate knows what to do.
 */
export function createRouteManifest(build: ServerBuild): RequestHandler {
  const findRoutes = createRouteFinder(build);
  return (req, res) => {
    const { version, paths } = asked(req);
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

function asked(req: Request): { version: string | null; paths: string[] } {
  const { searchParams } = new URL(req.originalUrl, 'http://portal');
  return { version: searchParams.get('version'), paths: searchParams.getAll('p') };
}

/**
 * @returns for a path every route whose pattern is the path or begins it: its screen with the layouts around it, those of the pages above,
 * which Remix in the browser takes for known, and where several patterns fit all of them, for the browser chooses itself
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

/** Up to the first segment that may be left out (`:mode?`): what begins an address may end there. */
function requiredOf(segments: readonly string[]): readonly string[] {
  const optional = segments.findIndex((segment) => segment.endsWith('?'));
  return optional === -1 ? segments : segments.slice(0, optional);
}

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean);
