import { data, type AppLoadContext, type HeadersFunction, type ServerBuild } from '@remix-run/node';
import { PROBLEM_CONTENT_TYPE, problemHeaders, toProblem } from './problems.ts';
import { readForm } from './read-form.ts';

type RouteModule = ServerBuild['routes'][string]['module'];
type DataFunction = NonNullable<RouteModule['loader']>;

const CLIENT_CLOSED_REQUEST = 499;
const RETRY_AFTER = 'Retry-After';

/** Layouts draw the frame around an error page, so they must not fail with it. */
const LAYOUTS: ReadonlySet<string> = new Set(['root', 'routes/_shell']);

/**
 * Wraps every loader and action of the server build once, so that what they throw becomes a problem (problems.ts) with
 * its status and Spanish text. Without this Remix would replace each thrown Error, ours included, by "Unexpected Server
 * Error" and 500, and would pass thrown strings on to the browser. Responses (redirects) and `data()` pass through.
 */
export function guardBuild(build: ServerBuild): ServerBuild {
  const patterns = routePatterns(build);
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const facts = {
        id,
        pattern: patterns.get(id) ?? '/',
        isPage: route.module.default !== undefined || route.module.ErrorBoundary !== undefined,
      };
      const guard = (work: DataFunction | undefined) => work && guardFunction(work, facts);
      const module = { ...route.module, loader: guard(route.module.loader), action: guard(route.module.action), headers: keptHeaders };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes };
}

function guardFunction(work: DataFunction, route: { id: string; pattern: string; isPage: boolean }): DataFunction {
  return async (args) => {
    const { rendering } = args.context;
    if (route.pattern.length > rendering.routePattern.length) rendering.routePattern = route.pattern;
    try {
      if (rendering.failure && !LAYOUTS.has(route.id)) {
        rendering.failure.shown = true;
        throw rendering.failure.error;
      }
      return await work({ ...args, request: withBoundedForm(args.request) });
    } catch (error) {
      if (isAnswer(error)) throw error;
      // The browser has gone: an error that follows from that is not a failure of the server.
      if (args.request.signal.aborted) throw new Response(null, { status: CLIENT_CLOSED_REQUEST });
      throw route.isPage ? pageProblem(error, args.context) : problemResponse(error, args.context);
    }
  };
}

/**
 * Remix drops what a loader, an action or a thrown problem says in headers unless its route repeats it. The innermost
 * route that says when to try again is heard.
 */
const keptHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, loaderHeaders, parentHeaders }) => {
  const said = [errorHeaders, actionHeaders, loaderHeaders, parentHeaders].find((headers) => headers?.has(RETRY_AFTER));
  return new Headers(said ? [[RETRY_AFTER, said.get(RETRY_AFTER) ?? '']] : []);
};

/** The one way in which an action reads its form: bounded (read-form.ts). */
function withBoundedForm(request: Request): Request {
  return request.body === null ? request : Object.defineProperty(request, 'formData', { value: () => readForm(request) });
}

/** Something thrown on purpose as the answer: a Response (redirect) or `data(…)`. */
function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}

/** For a page: the nearest ErrorBoundary gets the problem as `error.data`. */
function pageProblem(error: unknown, context: AppLoadContext) {
  const problem = toProblem(error, context);
  context.rendering.problem = problem;
  return data(problem, { status: problem.status, headers: problemHeaders(error) });
}

/** For a route without a component: the answer itself. */
function problemResponse(error: unknown, context: AppLoadContext): Response {
  const problem = toProblem(error, context);
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': PROBLEM_CONTENT_TYPE, ...problemHeaders(error) },
  });
}

/** The whole pattern of each route, by its id: `/` for the root and what has none. */
export function routePatterns(build: ServerBuild): Map<string, string> {
  const pattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    if (!route) return '';
    const parent = pattern(route.parentId);
    return route.path ? `${parent}/${route.path}` : parent;
  };
  return new Map(Object.keys(build.routes).map((id) => [id, pattern(id) || '/']));
}
