import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';
import { readAhead, wantAhead } from '../../page-data.ts';

/** What a page would fetch one after the other: its module, then what that imports. */
interface RouteModules {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
}

/** So long somebody stays on a link that they mean; a pointer on its way down the menu crosses an entry in less. */
const MEANT_AFTER_MS = 40;
/** Connections that reading code ahead takes from what somebody waits for. */
const AT_ONCE = 2;

const askedScripts = new Set<string>();

/** Links of the menu: where people go most, to addresses without parameters. */
export const MENU_LINKS = 'nav[data-nav] a[href]';

/** While somebody points at a link, or focuses it: the page's code, and for the menu its data too. @returns ends it */
export function prepareVisit(link: HTMLAnchorElement): () => void {
  discoverPage(link);
  const timer = setTimeout(() => {
    if (link.matches(MENU_LINKS) && link.search === '' && link.pathname !== window.location.pathname) readAhead(link.pathname);
    hintScripts(link);
  }, MEANT_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Somebody goes there: whatever of its code is missing is asked for at once, not import by import. */
export function beginVisit(link: HTMLAnchorElement): void {
  if (link.search === '') wantAhead(link.pathname);
  hintScripts(link);
}

/** Remix finds out which routes belong to marked links, many links in one request, unless the browser is to save data. */
export function discoverPage(link: HTMLAnchorElement): void {
  if (!link.hasAttribute('data-discover')) link.setAttribute('data-discover', 'true');
}

/** Fetches the code of the screens behind these links a little at a time. A new version of the portal has new addresses. */
export async function fetchCode(links: readonly HTMLAnchorElement[]): Promise<void> {
  const waiting = scriptsOf(links);
  const fetchNext = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift())
      if (claim(address)) await fetch(address, { priority: 'low' }).then((response) => response.arrayBuffer());
  };
  // What is not fetched now is fetched when it is needed.
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext)).catch(() => undefined);
}

/** What still waits to be read ahead is asked for now: somebody wants it. */
function hintScripts(target: HTMLAnchorElement): void {
  for (const address of scriptsOf([target]).filter(claim)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
}

/** Whether nobody had asked for it before: every script is asked for once. */
function claim(address: string): boolean {
  if (askedScripts.has(address)) return false;
  askedScripts.add(address);
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
