import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import type { Portal } from '../../portal.ts';
import { BROWSER_ERRORS_PATH } from './browser-errors.ts';
import { isPublic } from './gate.ts';
import { readDeviceCookie } from './session.ts';

/** A minute together with the 15 s for the headers (listen.ts); forms of the public pages have 16 KB at most, browser error reports 8. */
const STRANGERS_MS = 45_000;
/**
 * Limit of concurrent forms of public pages and browser error reports from one network, even if a proxy makes all its connections. A known
 * device is counted separately: its signed cookie is verified without a store.
 */
const STRANGERS_AT_ONCE = 100;

/**
 * Closes a connection whose body has not completely arrived in time, if nobody waits for it: the answer is already sent, or the path is one
 * read without a session and the sender has none. Uploads of people and of programs with a token have the server's 600 s. Errors:
 * `too-many-requests` for a stranger's body while its network, or its known device, sends too many.
 */
export function bodyDeadline(
  { config, devices }: { config: Pick<Portal['config'], 'session'>; devices: Pick<Portal['devices'], 'read'> },
  { ms = STRANGERS_MS, atOnce = STRANGERS_AT_ONCE } = {},
): RequestHandler {
  const sending = new Map<string, number>();
  return (req, res, next) => {
    if (!hasBody(req.headers)) return next();
    const timer = setTimeout(() => {
      if (!req.complete && (res.writableEnded || (isStrangers(req.path) && !res.locals.staff))) req.socket.destroy();
    }, ms);
    req.once('close', () => clearTimeout(timer));
    if (!isStrangers(req.path)) return next();
    const sender = devices.read(readDeviceCookie(config, req.headers.cookie)) ?? networkKey(req.ip ?? '');
    const count = (sending.get(sender) ?? 0) + 1;
    sending.set(sender, count);
    req.once('close', () => {
      const left = (sending.get(sender) ?? 1) - 1;
      if (left > 0) sending.set(sender, left);
      else sending.delete(sender);
    });
    if (count <= atOnce) return next();
    res.set('Connection', 'close');
    const retryAfterSeconds = STRANGERS_MS / 1_000;
    const userMessage = 'Demasiados formularios a la vez desde esta red. Inténtelo de nuevo en un minuto.';
    next(new AppError('too-many-requests', 'too many unfinished forms of a network', { userMessage, retryAfterSeconds }));
  };
}

/** Paths whose body is read before the sender is known. */
function isStrangers(path: string): boolean {
  return isPublic(path) || path === BROWSER_ERRORS_PATH;
}

function hasBody(headers: { 'content-length'?: string | undefined; 'transfer-encoding'?: string | undefined }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
