import type { RequestHandler } from 'express';
import { isPublic } from './gate.ts';

/** Forms of the public pages have 16 KB at most. */
const STRANGERS_MS = 60_000;

/**
 * Ends a connection whose body has not arrived whole after a minute, when nobody waits for it any more: the answer is out already, or it is
 * a public page's and its sender has no session. Uploads of people and of programs with their token have the server's 600 s.
 */
export function bodyDeadline(ms = STRANGERS_MS): RequestHandler {
  return (req, res, next) => {
    if (!hasBody(req.headers)) return next();
    const timer = setTimeout(() => {
      if (!req.complete && (res.writableEnded || (isPublic(req.path) && !res.locals.staff))) req.socket.destroy();
    }, ms);
    req.once('close', () => clearTimeout(timer));
    next();
  };
}

function hasBody(headers: { 'content-length'?: string | undefined; 'transfer-encoding'?: string | undefined }): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
