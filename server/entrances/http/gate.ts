import type { Request, RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';
import { sendProblem } from './problems.ts';
import { asyncHandler } from '../request/locals.ts';
import { wantsPage } from '../request/wants-page.ts';

/** Paths that need no session; without one, /__manifest returns only public routes (route-manifest.ts). */
const PUBLIC_PATHS: ReadonlySet<string> = new Set([
  '/login',
  '/login.data',
  '/login/factor',
  '/login/factor.data',
  '/reset-password',
  '/reset-password.data',
  '/logout',
  '/__manifest',
]);

export function isPublic(path: string): boolean {
  return PUBLIC_PATHS.has(path.toLowerCase());
}

/**
 * Everything else needs a session, including the second factor where one is set up: page requests are redirected to where these are asked
 * for, data requests get a 401 with that address. A write stays on its page, so it also gets the reason why the session ended, which
 * otherwise the sign-in page shows.
 */
export function authenticationGate({
  describeSessionEnd,
}: {
  describeSessionEnd: (sessionToken: string | null) => Promise<{ why: string; notice: string }>;
}): RequestHandler {
  return asyncHandler(async (req, res, next) => {
    if (res.locals.staff || isPublic(req.path)) return next();
    const location = `${res.locals.pending ? '/login/factor' : '/login'}?redirectTo=${encodeURIComponent(pageOf(req))}`;
    if (wantsPage(req)) {
      res.set('Cache-Control', 'no-store').redirect(302, location);
      return;
    }
    const { pending, sessionToken } = res.locals;
    const isWrite = req.method !== 'GET' && req.method !== 'HEAD';
    const { why, notice } = await describeSessionEnd(isWrite && !pending ? sessionToken : null);
    // Read by app/page-data.ts, which goes to the sign-in page and returns afterwards, or shows the reason if something was typed.
    res.set('X-Sign-In', location).set('X-Session-End', encodeURIComponent(why));
    sendProblem(res, new AppError('unauthenticated', 'no session', { userMessage: notice }));
  });
}

/** The page to return to: for data, the page that it belongs to; after a write, the start page. */
function pageOf(req: Request): string {
  const url = new URL(req.originalUrl, 'http://portal');
  const own = url.pathname.endsWith('.data') ? url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/') : url.pathname;
  for (const name of ['_routes', 'index']) url.searchParams.delete(name);
  const page = own + url.search;
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead ? page : '/';
}
