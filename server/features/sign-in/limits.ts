import type { Log } from '../../platform/log.ts';
import { createRateLimiter, type RateLimiter, type RateLimitStore } from '../../platform/rate-limits.ts';

const MINUTE = 60;

export interface SignInLimits {
  formByNetwork: RateLimiter;
  signInByNetwork: RateLimiter;
  signInByAccount: RateLimiter;
  resetByNetwork: RateLimiter;
  resetByAccount: RateLimiter;
  newPasswordByNetwork: RateLimiter;
}

/**
 * By network and by account, each on its own: one stops a password being tried on many accounts, the other many
 * passwords on one account from many networks. Whole agencies share one address, so its limit is the wider one.
 * `formByNetwork` counts every form that is sent without a session, right or wrong, before anything of it is read.
 */
export function createSignInLimits(services: { rateLimitStore: RateLimitStore; log: Log }): SignInLimits {
  const limit = (name: string, points: number, minutes: number) =>
    createRateLimiter(services, { name, points, durationSeconds: minutes * MINUTE });
  return {
    formByNetwork: limit('public-form-network', 600, 15),
    signInByNetwork: limit('sign-in-network', 60, 15),
    signInByAccount: limit('sign-in-account', 12, 15),
    resetByNetwork: limit('reset-network', 20, 60),
    resetByAccount: limit('reset-account', 5, 60),
    newPasswordByNetwork: limit('new-password-network', 30, 15),
  };
}
