import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../domain/errors.ts';
import { isDirectLoopback } from '../request/operator.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a Host that is not the portal's, so that no later code builds a link from, or compares an origin with, a forged one. The portal's
 * host is that of PUBLIC_URL. A reverse proxy must pass Host on; X-Forwarded-Host is removed, because Express, Remix and Remix's own CSRF
 * check would all trust it.
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
 * Same-origin check for every unsafe method. Browsers always send Origin with POST; Sec-Fetch-Site and Referer are used only when it is
 * missing, and a request with none of the three is refused. Does not apply to the REST backend (/api), which uses its own token and no
 * cookie.
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
  // If PUBLIC_URL's host was not used (demo on 127.0.0.1, a container's address), hostCheck has accepted Host.
  return origin === config.web.publicUrl.origin || (isLocalUse(config) && origin === `${req.protocol}://${req.headers.host ?? ''}`);
}

/** The portal's origin as the browser sees it: passkeys are bound to it. */
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

/** Demo, development and tests: http without Secure cookies. */
function isLocalUse(config: Config): boolean {
  return !config.session.secureCookie;
}

/** Host name without the port; null unless it is exactly `name` or `name:port` and valid in a URL. */
function hostName(host: string): string | null {
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? null;
  return name !== null && URL.canParse(`http://${host}/`) ? name : null;
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (name.startsWith('127.') && isIP(name) === 4);
}

/** Names that nobody can register, so that no attacker's site can point them at the portal (DNS rebinding). */
function isPrivateName(name: string): boolean {
  return isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.');
}
