import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';

const MAX_URL_LENGTH = 8_192;
/**
 * The portal's own addresses have at most nine segments, and ids at most 1,500 bytes: matching costs time per segment, caching memory per
 * letter.
 */
const MAX_SEGMENTS = 16;
const MAX_PATH_LETTERS = 2_000;
/** Remix 1's parameter for a route's data. Nothing in the portal uses it, and Remix 2 logs an error with its stack for each. */
const OLD_DATA_PARAMETER = '_data';
const DELETE = '\u007f';

/**
 * Refuses addresses that different layers would interpret differently: bad percent-encoding, NUL and control characters, backslashes, and
 * dot segments, which Remix's URL parser resolves but Express's paths (and the gate) do not; also addresses that no screen has: with too
 * many segments or letters, or Remix's old way of requesting data. Refuses TRACE, too.
 */
export function requestShape(): RequestHandler {
  return (req, _res, next) => {
    // TRACE would return a request's cookies, and Remix cannot even parse it.
    if (req.method === 'TRACE')
      return next(new AppError('method-not-allowed', 'TRACE', { userMessage: 'El portal no admite esta clase de solicitud.' }));
    const reason = reasonToRefuse(req.originalUrl);
    if (reason === null) return next();
    next(new AppError('invalid-input', reason, { userMessage: 'La dirección no es válida. Revísela e inténtelo de nuevo.' }));
  };
}

function reasonToRefuse(url: string): string | null {
  if (url.length > MAX_URL_LENGTH) return 'address too long';
  if (!url.startsWith('/') || url.startsWith('//')) return 'address is not a path';
  const [path = '', ...query] = url.split('?');
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return 'bad percent-encoding';
  }
  if (decoded.includes('\\') || [...decoded].some(isControl)) return 'control character or backslash';
  const segments = decoded.split('/').slice(1);
  if (segments.some((segment) => segment === '.' || segment === '..')) return 'dot segment';
  if (segments.length > MAX_SEGMENTS) return 'too many segments';
  if (decoded.length > MAX_PATH_LETTERS) return 'path too long';
  if (new URLSearchParams(query.join('?')).has(OLD_DATA_PARAMETER)) return 'data asked for in the old way';
  return null;
}

function isControl(character: string): boolean {
  return character < ' ' || character === DELETE;
}
