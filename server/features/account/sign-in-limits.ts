import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../services.ts';

/** Refused sign-ins and reset requests answer after this time at the earliest, as in Directus. */
export const FLOOR_MS = 500;

/**
 * By network and by account, each on its own: one stops a password being tried on many accounts, the other many
 * passwords on one account from many networks. Whole agencies share one address, so its limit is the wider one.
 * `formByNetwork` counts every form that is sent without a session, right or wrong, before anything of it is read.
 */
export function limitsOf(services: Pick<Services, 'log' | 'rateLimitStore'>) {
  const limit = (name: string, points: number, minutes: number) =>
    createRateLimiter(services, { name, points, durationSeconds: minutes * 60 });
  return {
    formByNetwork: limit('public-form-network', 600, 15),
    signInByNetwork: limit('sign-in-network', 60, 15),
    signInByAccount: limit('sign-in-account', 12, 15),
    resetByNetwork: limit('reset-network', 20, 60),
    resetByAccount: limit('reset-account', 5, 60),
    newPasswordByNetwork: limit('new-password-network', 30, 15),
  };
}
