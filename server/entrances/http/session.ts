import type { RequestHandler } from 'express';
import type { Config } from '../../config/config.ts';
import type { PendingStaff } from '../../domain/permissions.ts';
import type { Visit } from '../../staff/load-staff.ts';
import type { VerifiedSession } from '../../ports/identity/identity-provider.ts';
import { KNOWN_DAYS } from '../../ports/identity/known-devices.ts';
import type { Portal } from '../../portal.ts';
import { hostCookie, readHostCookie } from '../request/cookies.ts';
import { markSignedInConnection } from './listen.ts';
import type { TrustedCookie } from '../request/request-context.ts';
import { TRUST_DAYS } from '../../domain/proof.ts';

const NAME = 'portal_session';
const DEVICE = 'dispositivo';

/** How long after the session's end the cookie still tells the sign-in page that there was one. It no longer grants access by then. */
const EXTRA_COOKIE_LIFE_MS = 7 * 86_400_000;

/** Value of a Set-Cookie header; null removes the cookie. */
export function sessionCookie(config: Config, session: { sessionToken: string; expiresAt: Date } | null): string {
  const value = session ? encodeURIComponent(session.sessionToken) : '';
  const expires = new Date(session ? session.expiresAt.getTime() + EXTRA_COOKIE_LIFE_MS : 0);
  return hostCookie(config.session, { name: NAME, value, life: `Expires=${expires.toUTCString()}` });
}

/** Value of a Set-Cookie header: it survives signing out, so that this device stays known. */
export function deviceCookie(config: Config, device: string): string {
  return hostCookie(config.session, { name: DEVICE, value: device, life: `Max-Age=${KNOWN_DAYS * 86_400}` });
}

export function readDeviceCookie(config: Pick<Config, 'session'>, header: string | undefined): string | null {
  return readHostCookie(config.session, DEVICE, header);
}

/** The session token sent by the browser; null when missing or unreadable. */
function readSessionCookie(config: Config, header: string | undefined): string | null {
  const value = readHostCookie(config.session, NAME, header);
  if (!value) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

const TRUSTED = 'equipo_confiable';
const TRUSTED_LIFE_S = TRUST_DAYS * 86_400;

export function trustedCookie({ session }: Config, header: string | undefined): TrustedCookie {
  return {
    token: readHostCookie(session, TRUSTED, header),
    trust: (value) => hostCookie(session, { name: TRUSTED, value, life: `Max-Age=${TRUSTED_LIFE_S}` }),
  };
}

/** Later middleware sees the portal's current settings. */
export function currentSettings({ liveSettings }: Pick<Portal, 'liveSettings'>): RequestHandler {
  return (_req, _res, next) => void liveSettings.refresh().then(() => next(), next);
}

type SessionServices = Pick<Portal, 'config' | 'identity' | 'staff'>;

/**
 * Determines who is asking, once per request. Role, menus and folders are read from the read model on every request, so a revoked
 * permission is gone at the next click.
 */
export function loadSession(services: SessionServices): RequestHandler {
  return (req, res, next) => {
    const token = readSessionCookie(services.config, req.headers.cookie);
    res.locals.sessionToken = token;
    if (token === null) return next();
    findVisit(services, token, { isAtRest: req.headers['x-at-rest'] !== undefined }).then((visit) => {
      const isIn = visit?.needs === null;
      res.locals.staff = isIn ? visit.staff : null;
      res.locals.freshness = isIn ? visit.freshness : null;
      res.locals.restSeconds = isIn ? Math.max(0, Math.round((visit.restEndsAt.getTime() - Date.now()) / 1000)) : null;
      res.locals.pending = pendingOf(visit);
      if (visit) markSignedInConnection(req.socket);
      if (visit) res.locals.log = res.locals.log.child({ staffId: visit.staff.id, sessionId: visit.staff.sessionId });
      next();
    }, next);
  };
}

/** Somebody who must still give or set up a second factor is not signed in, and has a few minutes from entering the password to do so. */
function pendingOf(visit: Visit | null): PendingStaff | null {
  if (!visit?.needs || visit.staff.signedInLongAgo) return null;
  return { staff: visit.staff, needs: visit.needs };
}

/** `isAtRest`: a poll by a page that nobody has touched for a while (app/page-data.ts). */
async function findVisit(
  services: SessionServices,
  token: string,
  asked: { isAtRest: boolean },
): Promise<(Visit & Pick<VerifiedSession, 'restEndsAt'>) | null> {
  const session = await services.identity.verifySession(token, asked);
  const visit = session && (await services.staff.loadVisit(session));
  if (!visit) return null;
  if (session.restMinutes === null || visit.staff.mayOwnDevice) return { ...visit, restEndsAt: session.restEndsAt };
  // Their role no longer allows a longer idle timeout: check again with the general one.
  await services.identity.restAsOthers(token, session.usedAt);
  return findVisit(services, token, asked);
}

/** Records refusals to signed-in people in the audit log, through the one place that answers errors (problems.ts). */
export function auditDenials({ auditTrail }: Pick<Portal, 'auditTrail'>): RequestHandler {
  return (req, res, next) => {
    const { staff: actor, requestId } = res.locals;
    res.locals.auditDenial =
      actor &&
      ((error) => {
        const address = req.path.replace(/\.data$/, '').slice(0, 200);
        void auditTrail.auditDenial({ actor, error, requestId, ip: req.ip ?? '', address });
      });
    next();
  };
}
