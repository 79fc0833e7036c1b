import type { Request } from 'express';
import { carriesToken } from './bearer.ts';

/**
 * Whether a person is looking at the answer (a navigation or a plain form post), not a script. Browsers say so with Sec-Fetch-Dest; other
 * clients get a page for GET unless they ask for JSON or send a token. A JSON address never answers with a page, whatever is accepted.
 */
export function wantsPage(req: Request): boolean {
  if (isDataRequest(req) || carriesToken(req.headers) || req.path.endsWith('.json')) return false;
  const destination = req.headers['sec-fetch-dest'];
  if (destination !== undefined) return destination === 'document' || destination === 'iframe';
  const accept = req.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return (req.method === 'GET' || req.method === 'HEAD') && accept.includes('*/*') && !accept.includes('json');
}

/** A program requests a page's address and wants failures as JSON (RFC 9457). */
export function wantsProblem(req: Request): boolean {
  const accept = req.headers.accept ?? '';
  return !isDataRequest(req) && accept.includes('json') && !accept.includes('text/html');
}

function isDataRequest(req: Request): boolean {
  return req.path.endsWith('.data') || req.query['_data'] !== undefined || /^\/api(\/|$)/i.test(req.path);
}
