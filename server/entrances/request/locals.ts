import type { Request, RequestHandler, Response, NextFunction } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { PendingStaff, Staff } from '../../domain/permissions.ts';
import type { Freshness } from '../../read-model/read-model.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Rendering } from './request-context.ts';

declare module 'express-serve-static-core' {
  /** What middleware stores for handlers in `res.locals`. */
  interface Locals {
    requestId: string;
    /** For `<script nonce>`: no other scripts run on the portal's pages. */
    cspNonce: string;
    /** Carries the request id in every line. */
    log: Log;
    sessionToken: string | null;
    /** Seconds until the session ends unless it is used; null without one. */
    restSeconds: number | null;
    /** The signed-in person, determined once per request; null without a session. Loaders use `requireStaff(context)`. */
    staff: Staff | null;
    /** Records in the audit log that the person was refused something; null without a person. */
    auditDenial: ((error: AppError) => void) | null;
    /** The person awaiting their second factor; until then they have the access of a stranger. */
    pending: PendingStaff | null;
    /** Time up to which the data read by this request is complete; null without a session. */
    freshness: Freshness | null;
    /** Set while Remix renders a page; metrics read the route pattern from it. */
    rendering: Rendering | undefined;
  }
}

/** The signed-in person of an Express handler. */
export function staffOf(req: Request): Staff {
  const staff = req.res?.locals.staff;
  if (staff) return staff;
  throw new AppError('unauthenticated', 'no session', { userMessage: 'Su sesión terminó. Inicie sesión de nuevo.' });
}

/** Express 4 does not await handlers: this passes their errors to the error handler. */
export function asyncHandler(handler: (req: Request, res: Response, next: NextFunction) => Promise<void>): RequestHandler {
  return (req, res, next) => {
    handler(req, res, next).catch(next);
  };
}
