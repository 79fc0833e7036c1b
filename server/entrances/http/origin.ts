import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import { isDirectLoopback } from '../request/operator.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a Host that is not ours, so that nothing behind can build a link or compare an origin with a forged one.
 * Ours is PUBLIC_URL's. A reverse proxy must pass Host on; X-Forwarded-Host is removed, because Express, Remix and
 * Remix's own CSRF check would all believe it.
 */
export function hostCheck(config: Config): RequestHandler {
  return (req, _res, next) => {
    delete req.headers['x-forwarded-host'];
    if (isOwnHost(config, req)) return next();
    next(
      new AppError('invalid-input', `host ${JSON.stringify(req.headers.host ?? '')} is not ours`, {
        userMessage: `El portal no atiende en esta dirección. Ábralo en ${config.web.publicUrl.origin}.`,
      }),
    );
  };
}

/**
 * Same-origin check on every unsafe method. Browsers always send Origin with POST; Sec-Fetch-Site and Referer stand in
 * for it only when it is missing, and a request with none of the three is refused. The REST backend (/api) is not asked:
 * it takes a token of its own and no cookie.
 */
export function sameOriginCheck(config: Config): RequestHandler {
  return (req, _res, next) => {
    if (SAFE_METHODS.has(req.method) || isSameOrigin(config, req)) return next();
    next(
      new AppError('forbidden', `cross-site ${req.method} refused (origin ${JSON.stringify(req.headers.origin ?? null)})`, {
        userMessage: 'La solicitud no viene del portal, por eso no se procesó. Abra el portal e inténtelo de nuevo.',
      }),
    );
  };
}

function isSameOrigin(config: Config, req: Request): boolean {
  const { origin, referer } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return isOwnOrigin(config, req, origin);
  if (site === 'same-origin') return true;
  return referer !== undefined && isOwnOrigin(config, req, originOf(referer));
}

function isOwnOrigin(config: Config, req: Request, origin: string | null): boolean {
  if (origin === null) return false;
  // Where PUBLIC_URL's host was not used (demo on 127.0.0.1, a container's address), hostCheck has accepted Host.
  return origin === config.web.publicUrl.origin || (isLocalUse(config) && origin === `${req.protocol}://${req.headers.host ?? ''}`);
}

/** By which the browser knows us: passkeys belong to it. */
export function ownOrigin(config: Config, req: Request): string {
  return isLocalUse(config) ? `${req.protocol}://${req.headers.host ?? ''}` : config.web.publicUrl.origin;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function isOwnHost(config: Config, req: Request): boolean {
  const host = req.headers.host?.toLowerCase();
  if (host === undefined) return false;
  if (host === config.web.publicUrl.host) return true;
  const name = hostName(host);
  if (name === null) return false;
  return (isLocalUse(config) && isPrivateName(name)) || (isLoopbackName(name) && isDirectLoopback(req));
}

/** The demo, development and tests: http without Secure cookies. */
function isLocalUse(config: Config): boolean {
  return !config.session.secureCookie;
}

/** Name without the port; null unless it is exactly `name` or `name:port`, and an address can be built from it. */
function hostName(host: string): string | null {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? null;
  return name !== null && URL.canParse(`http://${host}/`) ? name : null;
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (name.startsWith('127.') && isIP(name) === 4);
}

/** Names that nobody can register, so that no site of an attacker can point them at us (DNS rebinding). */
function isPrivateName(name: string): boolean {
  return isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.');
}
