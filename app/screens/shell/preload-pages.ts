import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';

/** What a page would fetch one after the other: its module, then what that imports. */
interface RouteModules {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
}

const asked = new Set<string>();

/**
 * Asks for the code of the page to which a link leads, all of it at once, while somebody points at the link: a click then
 * waits for the data alone. Never for its data: what a page shows is read when it is asked for, and counted then.
 */
export function preloadPage(link: HTMLAnchorElement): void {
  discoverPage(link);
  for (const address of modulesOf(link.pathname)) {
    if (asked.has(address)) continue;
    asked.add(address);
    const hint = document.createElement('link');
    hint.rel = 'modulepreload';
    hint.href = address;
    document.head.append(hint);
  }
}

/** Remix finds out which routes belong to a marked link, many links in one request, unless the browser is to save data. */
export function discoverPage(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('data-discover')) link.setAttribute('data-discover', 'true');
}

/** Scripts of the routes of an address, as far as they are known. */
function modulesOf(pathname: string): string[] {
  const known: Readonly<Record<string, RouteModules | undefined>> = window.__remixManifest.routes;
  const matches = matchRoutes(childrenOf(Object.values(known), undefined), pathname) ?? [];
  return matches.flatMap(({ route: { id = '' } }) => [known[id]?.module ?? [], known[id]?.imports ?? []].flat());
}

function childrenOf(routes: readonly (RouteModules | undefined)[], parentId: string | undefined): AgnosticRouteObject[] {
  return routes.flatMap((route) => (route?.parentId === parentId && route ? [toRoute(routes, route)] : []));
}

function toRoute(routes: readonly (RouteModules | undefined)[], { id, path, index }: RouteModules): AgnosticRouteObject {
  return { id, ...(path !== undefined && { path }), ...(index ? { index } : { children: childrenOf(routes, id) }) };
}
