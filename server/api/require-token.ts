import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError } from '../domain/errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/**
 * The fixed Authorization header of specification section 7: the token alone, with no scheme. Compared over digests in
 * constant time; while a token is being changed, both values are accepted. What it opens names people: no cache keeps it.
 */
export function requireToken(accepted: readonly (string | null)[]): RequestHandler {
  const digests = accepted.filter((token): token is string => token !== null).map(digest);
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const given = digest(request.headers.authorization ?? '');
    // Every digest is compared, so that the time does not tell which one fits.
    const fits = digests.map((expected) => timingSafeEqual(expected, given)).includes(true);
    next(
      fits
        ? undefined
        : new AppError('unauthenticated', 'api token missing or wrong', {
            userMessage: 'Falta el encabezado Authorization o no es válido.',
          }),
    );
  };
}
