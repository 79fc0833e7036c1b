import type { ServerBuild } from '@remix-run/node';
import type { Express } from 'express';

/** One address that the application answers, e.g. `POST /users/list-users/:id/:mode?`. */
export interface Endpoint {
  method: string;
  pattern: string;
}

/** Routes around pages: they have no address of their own. */
const LAYOUTS: ReadonlySet<string> = new Set(['root', 'routes/_shell']);

/** Every page of the Remix manifest: GET where there is a loader, POST where there is an action. */
export function remixEndpoints(build: ServerBuild): Endpoint[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || LAYOUTS.has(route.id)) return [];
    const pattern = pathOf(build, route.id);
    const { loader, action } = route.module;
    // A page without a loader still answers, with whatever it draws.
    const reads = loader || route.module.default ? [{ method: 'GET', pattern }] : [];
    return action ? [...reads, { method: 'POST', pattern }] : reads;
  });
}

function pathOf(build: ServerBuild, id: string): string {
  const parts: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? '']) if (route.path) parts.unshift(route.path);
  return `/${parts.join('/')}`;
}

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** Every route of the Express application, those of its routers included. `_all` is the 405 of an address with fixed methods. */
export function expressEndpoints(app: Express): Endpoint[] {
  const { stack } = (app as unknown as { _router: { stack: Layer[] } })._router;
  return stack.flatMap(endpointsOf);
}

function endpointsOf(layer: Layer): Endpoint[] {
  const { route } = layer;
  if (!route) return (layer.handle.stack ?? []).flatMap(endpointsOf);
  const methods = Object.keys(route.methods).filter((method) => method !== '_all');
  return [route.path].flat().flatMap((pattern) => methods.map((method) => ({ method: method.toUpperCase(), pattern })));
}
