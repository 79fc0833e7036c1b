import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import type { Portal } from '../../portal.ts';
import { BROWSER_ERRORS_PATH } from './browser-errors.ts';
import { isPublic } from './gate.ts';
import { readDeviceCookie } from './session.ts';

/** With the 15 s of the headers (listen.ts) a minute; forms of the public pages have 16 KB at most, errors of browsers 8. */
const STRANGERS_MS = 45_000;
/**
 * Forms of the public pages, and errors of browsers, that one network sends at once, also where a proxy makes all the connections. A device
 * where somebody signed in before counts for itself: its cookie is signed, so that it is known here without asking any store.
 */
const STRANGERS_AT_ONCE = 100;

/**
 * Ends a connection whose body has not arrived whole in time, when nobody waits for it any more: the answer is out already, or it is
 * of those that are read without a session, and its sender has none. Uploads of people and of programs with their token have the
 * server's 600 s. Errors: `too-many-requests` for one of a stranger's while its network, or its known device, sends too many.
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

/** Whose body is read before anybody knows who sends it. */
function isStrangers(path: string): boolean {
  return isPublic(path) || path === BROWSER_ERRORS_PATH;
}

function hasBody(headers: { 'content-length'?: string | undefined; 'transfer-encoding'?: string | undefined }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
