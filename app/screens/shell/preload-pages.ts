import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';
import { prefetchData, allowPrefetched } from '../../page-data.ts';

/** The part of Remix's manifest needed to load a page's module and its imports in parallel instead of one after the other. */
interface RouteModules {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
}

/** A pointer that means a link stays this long; one on its way down the menu crosses an entry faster. */
const MEANT_AFTER_MS = 40;
/** Parallel prefetches, limited so as not to delay what somebody waits for. */
const AT_ONCE = 2;

const requestedScripts = new Set<string>();

/** Menu links: the most used ones, with addresses without parameters. */
export const MENU_LINKS = 'nav[data-nav] a[href]';

/** Prefetches a page's code, and for the menu its data too, while its link is hovered or focused. @returns a function that ends it */
export function prepareVisit(link: HTMLAnchorElement): () => void {
  discoverPage(link);
  const timer = setTimeout(() => {
    if (link.matches(MENU_LINKS) && link.search === '' && link.pathname !== window.location.pathname) prefetchData(link.pathname);
    hintScripts(link);
  }, MEANT_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Navigation starts: requests all missing code at once, not import by import. */
export function beginVisit(link: HTMLAnchorElement): void {
  if (link.search === '') allowPrefetched(link.pathname);
  hintScripts(link);
}

/** Lets Remix discover the routes of marked links, many links per request, unless the browser saves data. */
export function discoverPage(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('data-discover')) link.setAttribute('data-discover', 'true');
}

/** Fetches the code of the screens behind these links, a little at a time. Addresses change with each version of the portal. */
export async function fetchCode(links: readonly HTMLAnchorElement[]): Promise<void> {
  const waiting = scriptsOf(links);
  const fetchNext = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift())
      if (claim(address)) await fetch(address, { priority: 'low' }).then((response) => response.arrayBuffer());
  };
  // A failed prefetch does not matter: the code is fetched when needed.
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext)).catch(() => undefined);
}

/** Requests the scripts of a wanted page that are not prefetched yet. */
function hintScripts(target: HTMLAnchorElement): void {
  for (const address of scriptsOf([target]).filter(claim)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
}

/** Whether this is the first request for the script: each is requested only once. */
function claim(address: string): boolean {
  if (requestedScripts.has(address)) return false;
  requestedScripts.add(address);
  return true;
}

/** Scripts of the routes of these links, as far as the routes are known. */
function scriptsOf(links: readonly HTMLAnchorElement[]): string[] {
  const known: Readonly<Record<string, RouteModules | undefined>> = window.__remixManifest.routes;
  const routes = childrenOf(Object.values(known), undefined);
  const matches = links.flatMap(({ pathname }) => matchRoutes(routes, pathname) ?? []);
  const scripts = matches.flatMap(({ route: { id = '' } }) => [known[id]?.module ?? [], known[id]?.imports ?? []].flat());
  return [...new Set(scripts)];
}

function childrenOf(routes: readonly (RouteModules | undefined)[], parentId: string | undefined): AgnosticRouteObject[] {
  return routes.flatMap((route) => (route?.parentId === parentId && route ? [toRoute(routes, route)] : []));
}

function toRoute(routes: readonly (RouteModules | undefined)[], { id, path, index }: RouteModules): AgnosticRouteObject {
  return { id, ...(path !== undefined && { path }), ...(index ? { index } : { children: childrenOf(routes, id) }) };
}
