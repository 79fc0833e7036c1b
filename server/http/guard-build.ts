import { data, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { AppError } from '../domain/errors.ts';
import { PROBLEM_CONTENT_TYPE, problemHeaders, toProblem } from './problems.ts';

type RouteModule = ServerBuild['routes'][string]['module'];
type DataFunction = NonNullable<RouteModule['loader']>;

const CLIENT_CLOSED_REQUEST = 499;

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
      return [id, { ...route, module: { ...route.module, loader: guard(route.module.loader), action: guard(route.module.action) } }];
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
      return await work({ ...args, request: withReadableForm(args.request) });
    } catch (error) {
      if (isAnswer(error)) throw error;
      // The browser has gone: what broke because of that is no failure of ours.
      if (args.request.signal.aborted) throw new Response(null, { status: CLIENT_CLOSED_REQUEST });
      throw route.isPage ? pageProblem(error, args.context) : problemResponse(error, args.context);
    }
  };
}

/** A body that cannot be read as the form or JSON that a route expects is the sender's mistake, not ours. */
function withReadableForm(request: Request): Request {
  if (request.body === null) return request;
  const reading = <Body>(read: () => Promise<Body>) => ({
    value: () =>
      read().catch((error: unknown) => {
        throw new AppError('invalid-input', 'unreadable request body', {
          userMessage: 'El formulario llegó incompleto o mal formado. Inténtelo de nuevo.',
          cause: error,
        });
      }),
  });
  return Object.defineProperties(request, {
    formData: reading(() => Request.prototype.formData.call(request)),
    json: reading(() => Request.prototype.json.call(request) as Promise<unknown>),
  });
}

/** Something thrown on purpose as the answer: a Response (redirect) or `data(…)`. */
function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}

/** For a page: the nearest ErrorBoundary gets the problem as `error.data`. */
function pageProblem(error: unknown, context: AppLoadContext) {
  const problem = toProblem(error, context);
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

function routePatterns(build: ServerBuild): Map<string, string> {
  const pattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    if (!route) return '';
    const parent = pattern(route.parentId);
    return route.path ? `${parent}/${route.path}` : parent;
  };
  return new Map(Object.keys(build.routes).map((id) => [id, pattern(id) || '/']));
}
