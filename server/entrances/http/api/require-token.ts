import type { RequestHandler } from 'express';
import { countWrongToken } from '../../../features/account/token-limits.ts';
import { isSameSecret } from '../../../platform/same-secret.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Services } from '../../../services.ts';

/**
 * The fixed Authorization header of docs/specification.md section 7: the token alone, with no scheme. While a token is being changed, both values are accepted. What it opens names people: no cache keeps it.
 * A wrong one counts by network, as one of a program does: after too many the next wrong ones are told to wait, a right one never is.
 */
export function requireToken(
  services: Pick<Services, 'log' | 'rateLimitStore' | 'sql'>,
  accepted: readonly (string | null)[],
): RequestHandler {
  const tokens = accepted.filter((token) => token !== null);
  return (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const given = request.headers.authorization ?? '';
    // Every token is compared, so that the time does not tell which one fits.
    const fits = tokens.map((token) => isSameSecret(given, token)).includes(true);
    if (fits) return next();
    const refusal = new AppError('unauthenticated', 'api token missing or wrong', {
      userMessage: 'Falta el encabezado Authorization o no es válido.',
    });
    if (given === '') return next(refusal);
    countWrongToken(services, request.ip ?? '').then(() => next(refusal), next);
  };
}
