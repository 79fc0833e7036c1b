import type { Request, RequestHandler, Response, NextFunction } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { Freshness } from '../../read-model/read-model.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Pending } from '../../staff/load-staff.ts';
import type { Rendering } from './request-context.ts';

declare module 'express-serve-static-core' {
  /** What the middleware leaves for handlers in `res.locals`. */
  interface Locals {
    requestId: string;
    /** For `<script nonce>`: nothing else runs on our pages. */
    cspNonce: string;
    /** Carries the request id in every line. */
    log: Log;
    sessionToken: string | null;
    /** Until the session is over unless somebody uses it before; null without one. */
    restSeconds: number | null;
    /** Who is signed in, found out once per request; null without a session. Loaders use `requireStaff(context)`. */
    staff: Staff | null;
    /** Keeps in the audit that the person was refused something; null without one. */
    tellDenial: ((error: AppError) => void) | null;
    /** Who would be, after their second factor; until then they have no more of the portal than a stranger. */
    pending: Pending | null;
    /** Up to when what this request reads is complete; null without a session. */
    freshness: Freshness | null;
    /** Set while Remix draws a page; metrics take the route pattern from it. */
    rendering: Rendering | undefined;
  }
}

/** The signed-in person of an Express handler. */
export function staffOf(req: Request): Staff {
  const staff = req.res?.locals.staff;
  if (staff) return staff;
  throw new AppError('unauthenticated', 'no session', { userMessage: 'Su sesión terminó. Inicie sesión de nuevo.' });
}

/** Express 4 does not await handlers: this passes what they throw to the error handler. */
export function asyncHandler(handler: (req: Request, res: Response, next: NextFunction) => Promise<void>): RequestHandler {
  return (req, res, next) => {
    handler(req, res, next).catch(next);
  };
}
