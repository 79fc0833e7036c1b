import { data, type AppLoadContext, type HeadersFunction, type ServerBuild } from '@remix-run/node';
import { AppError } from '../../domain/errors.ts';
import { isProofNeeded, proofBefore } from '../../domain/proof.ts';
import { PROBLEM_CONTENT_TYPE, problemHeaders, toProblem } from './problems.ts';
import { readForm } from './read-form.ts';

type RouteModule = ServerBuild['routes'][string]['module'];
type DataFunction = NonNullable<RouteModule['loader']>;

const CLIENT_CLOSED_REQUEST = 499;
const RETRY_AFTER = 'Retry-After';

/** Layouts render the frame around an error page, so they must not fail with it. */
const LAYOUTS: ReadonlySet<string> = new Set(['root', 'routes/_shell']);

/**
 * Wraps every loader and action of the server build once, so that what they throw becomes a problem (problems.ts) with its status and
 * Spanish text. Otherwise Remix would replace each thrown Error, including AppErrors, with "Unexpected Server Error" and 500, and would
 * pass thrown strings on to the browser. Responses (redirects) and `data()` pass through.
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
      // The browser has disconnected: errors that follow from that are not failures of the server.
      if (args.request.signal.aborted) throw new Response(null, { status: CLIENT_CLOSED_REQUEST });
      throw route.isPage ? pageProblem(await withProof(error, args), args.context) : problemResponse(error, args.context);
    }
  };
}

/**
 * Remix drops the headers of a loader, an action or a thrown problem unless the route repeats them. Keeps Retry-After, from the innermost
 * source.
 */
const keptHeaders: HeadersFunction = ({ actionHeaders, errorHeaders, loaderHeaders, parentHeaders }) => {
  const headersWithRetry = [errorHeaders, actionHeaders, loaderHeaders, parentHeaders].find((headers) => headers?.has(RETRY_AFTER));
  return new Headers(headersWithRetry ? [[RETRY_AFTER, headersWithRetry.get(RETRY_AFTER) ?? '']] : []);
};

/** Makes actions read their form in a bounded way only (read-form.ts). */
function withBoundedForm(request: Request): Request {
  return request.body === null ? request : Object.defineProperty(request, 'formData', { value: () => readForm(request) });
}

/** Thrown on purpose as the answer: a Response (redirect) or `data(…)`. */
function isAnswer(thrown: unknown): boolean {
  if (thrown instanceof Response) return true;
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit';
}

/** The refusal of a page or file that needs a proof of identity carries the form that asks for it; formAction does so for forms. */
async function withProof(
  error: unknown,
  { context: { portal, staff, readsProblems }, request }: Parameters<DataFunction>[0],
): Promise<unknown> {
  if (!staff || readsProblems || !isProofNeeded(error)) return error;
  const { pathname, search } = new URL(request.url);
  const proof = proofBefore(pathname + search, await portal.factors.findProofOptions({ actor: staff }), error.userMessage);
  return new AppError('forbidden', error.message, { userMessage: error.userMessage, details: { proof } });
}

/** For a page: the nearest ErrorBoundary receives the problem as `error.data`. */
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

/** The complete pattern of each route, by id: `/` for the root and for routes without a path. */
export function routePatterns(build: ServerBuild): Map<string, string> {
  const pattern = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    if (!route) return '';
    const parent = pattern(route.parentId);
    return route.path ? `${parent}/${route.path}` : parent;
  };
  return new Map(Object.keys(build.routes).map((id) => [id, pattern(id) || '/']));
}
