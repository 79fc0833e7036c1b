import type { RequestHandler } from 'express';
import { isSameSecret } from '../../../platform/same-secret.ts';
import { AppError } from '../../../domain/errors.ts';

/**
 * The fixed Authorization header of docs/specification.md section 7: the token alone, with no scheme. While a token is being changed, both values are accepted. What it opens names people: no cache keeps it.
 */
export function requireToken(accepted: readonly (string | null)[]): RequestHandler {
  const tokens = accepted.filter((token) => token !== null);
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const given = request.headers.authorization ?? '';
    // Every token is compared, so that the time does not tell which one fits.
    const fits = tokens.map((token) => isSameSecret(given, token)).includes(true);
    next(
      fits
        ? undefined
        : new AppError('unauthenticated', 'api token missing or wrong', {
            userMessage: 'Falta el encabezado Authorization o no es válido.',
          }),
    );
  };
}
