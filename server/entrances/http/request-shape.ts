import type { RequestHandler } from 'express';
import { AppError } from '../../domain/errors.ts';

const MAX_URL_LENGTH = 8_192;
/** Ours have nine segments at most, and ids 200 letters: matching an address costs by its segments, remembering it by its letters. */
const MAX_SEGMENTS = 16;
const MAX_PATH_LETTERS = 1_000;
/** How Remix 1 asked for a route's data. Nothing of ours does, and Remix 2 writes an error with its stack for each. */
const OLD_DATA_PARAMETER = '_data';
const DELETE = '\u007f';

/**
 * Refuses addresses that different layers would read differently: bad percent-encoding, NUL and control characters,
 * backslashes, and dot segments, which Remix's URL parser resolves but Express's paths (and our gate) do not; and those that no
 * screen of ours has: of too many segments or letters, or in Remix's old way of asking for data. TRACE is refused too.
 */
export function requestShape(): RequestHandler {
  return (req, _res, next) => {
    // It would send back a request's cookies, and Remix cannot even read it.
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
