import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';

/** Size of the pathname cache; ids make pathnames endless, so it is cleared when full. */
const MAX_PATHNAMES = 5_000;

/**
 * Remix compiles and compares the pattern of every route several times per request, which grows with the number of screens. Here the
 * address is matched once, by the same rules, and the request is handled by a build with only the routes of its branch: the root, the
 * layouts, the screen and the pages above. Without this, at 54 routes, a request costs the process 24 % (list of 50 rows) to 50 % (small
 * page) more time (docs/decisions/020-route-branches.md).
 * @returns the build for handling an address; the same object for addresses of the same screen
 */
export function createRouteBranches(build: ServerBuild): (pathname: string) => ServerBuild {
  const routes = nestRoutes(build, undefined);
  const branchOfPath = new Map<string, string | null>();
  const builds = new Map<string, ServerBuild>();

  const idsOf = (pathname: string): string[] => (matchRoutes(routes, pathname) ?? []).flatMap((match) => match.route.id ?? []);

  function findBranch(pathname: string): string | null {
    const known = branchOfPath.get(pathname);
    if (known !== undefined) return known;
    const own = idsOf(pathname);
    const branch = own.length > 0 ? [...new Set([...own, ...pagesAbove(pathname).flatMap(idsOf)])].join('\n') : null;
    if (branchOfPath.size >= MAX_PATHNAMES) branchOfPath.clear();
    branchOfPath.set(pathname, branch);
    return branch;
  }

  return (pathname) => {
    const branch = findBranch(pagePath(pathname));
    if (branch === null) return build;
    const known = builds.get(branch);
    if (known) return known;
    const made = pickRoutes(build, branch.split('\n'));
    builds.set(branch, made);
    return made;
  };
}

/**
 * `/` and every parent address: Remix also writes their routes into the page, and in the browser takes them for known. If they were
 * missing, navigating there from this page would show nothing (@remix-run/react, fog-of-war.js, getPartialManifest).
 */
function pagesAbove(pathname: string): string[] {
  const segments = pathname.split('/').filter(Boolean);
  return segments.map((_segment, index) => `/${segments.slice(0, index).join('/')}`);
}

/** The page that a `.data` request belongs to. */
function pagePath(pathname: string): string {
  if (pathname === '/_root.data') return '/';
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : pathname;
}

/** Routes in the format of Remix's router. */
export function nestRoutes(build: ServerBuild, parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const shared = { id, ...(path === undefined ? {} : { path }), ...(caseSensitive === undefined ? {} : { caseSensitive }) };
      return index ? { ...shared, index: true } : { ...shared, children: nestRoutes(build, id) };
    });
}

function pickRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(ids.flatMap((id) => (routes[id] ? [[id, routes[id]]] : []))) as Record<string, Route>;
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
