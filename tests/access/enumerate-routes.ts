import type { ServerBuild } from '@remix-run/node';
import type { Express } from 'express';
import { CATALOGS } from '#server/catalogs/registry.ts';

/** One address that the application answers, e.g. `POST /users/list-users/:id/:mode?`. */
export interface Endpoint {
  method: string;
  pattern: string;
}

/** A page with its part of the address only. */
export interface RemixEndpoint extends Endpoint {
  routeId: string;
  hasLoader: boolean;
}

/** Layout routes, which have no address of their own. */
const LAYOUTS: ReadonlySet<string> = new Set(['root', 'routes/_shell']);

/** Every page of the Remix manifest: GET where there is a loader, POST where there is an action. */
export function remixEndpoints(build: ServerBuild): RemixEndpoint[] {
  const own = new Set(Object.keys(build.routes).map((id) => pathOf(build, id)));
  return Object.values(build.routes).flatMap((route) => {
    if (!route || LAYOUTS.has(route.id)) return [];
    const { loader, action } = route.module;
    return addressesOf(pathOf(build, route.id), own).flatMap((pattern) => {
      const page = { pattern, routeId: route.id, hasLoader: Boolean(loader) };
      // A page without a loader still answers if it renders something.
      const reads = loader || route.module.default ? [{ ...page, method: 'GET' }] : [];
      return action ? [...reads, { ...page, method: 'POST' }] : reads;
    });
  });
}

/** The pattern shared by catalogs without a route of their own. */
const SHARED = '/:section/:list';

/** A shared route answers at the address of every catalog that has no `own` one. */
function addressesOf(pattern: string, own: ReadonlySet<string>): string[] {
  if (!pattern.startsWith(SHARED)) return [pattern];
  const lists = Object.values(CATALOGS).map(({ definition: { listUrl } }) => listUrl);
  return lists
    .filter((url) => url.split('/').length === SHARED.split('/').length)
    .map((url) => url + pattern.slice(SHARED.length))
    .filter((address) => !own.has(address));
}

function pathOf(build: ServerBuild, id: string): string {
  const parts: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? '']) if (route.path) parts.unshift(route.path);
  return `/${parts.join('/')}`;
}

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
  regexp: RegExp & { fast_slash: boolean };
}

const layersOf = (app: Express): Layer[] => (app as unknown as { _router: { stack: Layer[] } })._router.stack;

/** Every route of the Express application, including nested routers. */
export function expressEndpoints(app: Express): Endpoint[] {
  return layersOf(app).flatMap(endpointsOf);
}

function endpointsOf(layer: Layer): Endpoint[] {
  const { route } = layer;
  if (!route) return (layer.handle.stack ?? []).flatMap(endpointsOf);
  const named = Object.keys(route.methods).filter((method) => method !== '_all');
  // Next to named methods, `all` is the 405 handler of the address; alone it handles every method.
  const methods = named.length > 0 ? named : ['all'];
  return [route.path].flat().flatMap((pattern) => methods.map((method) => ({ method: method.toUpperCase(), pattern })));
}

/** Handlers mounted under a prefix without a declared route: `use('/api', …)`. A router there would hide the full address of its routes. */
export function prefixHandlers(app: Express): string[] {
  return layersOf(app).flatMap(prefixesOf);
}

function prefixesOf({ route, handle, regexp }: Layer): string[] {
  if (route) return [];
  const inside = (handle.stack ?? []).flatMap(prefixesOf);
  // Express 4 keeps the prefix only as a regular expression: /^\/api\/?(?=\/|$)/i.
  return regexp.fast_slash ? inside : [regexp.source.replace('\\/?(?=\\/|$)', '').replace(/[\\^]/g, ''), ...inside];
}
