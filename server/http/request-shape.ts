import type { RequestHandler } from 'express';
import { AppError } from '../domain/errors.ts';

const MAX_URL_LENGTH = 8_192;
const DELETE = '\u007f';

/**
 * Refuses addresses that different layers would read differently: bad percent-encoding, NUL and control characters,
 * backslashes, and dot segments, which Remix's URL parser resolves but Express's paths (and our gate) do not.
 */
export function requestShape(): RequestHandler {
  return (req, _res, next) => {
    const reason = reasonToRefuse(req.originalUrl);
    if (reason === null) return next();
    next(new AppError('invalid-input', reason, { userMessage: 'La dirección no es válida. Revísela e inténtelo de nuevo.' }));
  };
}

function reasonToRefuse(url: string): string | null {
  if (url.length > MAX_URL_LENGTH) return 'address too long';
  if (!url.startsWith('/') || url.startsWith('//')) return 'address is not a path';
  const path = url.split('?')[0] ?? '';
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return 'bad percent-encoding';
  }
  if (decoded.includes('\\') || [...decoded].some(isControl)) return 'control character or backslash';
  if (decoded.split('/').some((segment) => segment === '.' || segment === '..')) return 'dot segment';
  return null;
}

function isControl(character: string): boolean {
  return character < ' ' || character === DELETE;
}
