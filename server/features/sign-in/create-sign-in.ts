import { bind } from '../../platform/bind.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';
import { networkKey } from '../../platform/network-key.ts';
import { mailsResets, requestPasswordReset, resetPassword } from './password-reset.ts';
import { signIn } from './sign-in.ts';

/** Refused sign-ins and reset requests answer after this time at the earliest, as in Directus. */
const FLOOR_MS = 500;

/** What the verbs work with. */
export interface SignInServices extends Pick<Services, 'identity' | 'liveSettings' | 'log' | 'sql'> {
  config: Pick<Config, 'web'>;
  limits: ReturnType<typeof createLimits>;
  floorMs: number;
}

/** Signing in and out and choosing a new password. Tests pass a smaller `floorMs`. */
export function createSignIn(
  services: Omit<SignInServices, 'limits' | 'floorMs'> & Pick<Services, 'rateLimitStore'>,
  { floorMs = FLOOR_MS }: { floorMs?: number } = {},
) {
  return bind(
    { ...services, limits: createLimits(services), floorMs },
    { admitForm, signIn, signOut, mailsResets, requestPasswordReset, resetPassword },
  );
}

/** Asked before a form of somebody without a session is read. @throws AppError `too-many-requests`, `unavailable` */
function admitForm({ limits }: SignInServices, { ip }: { ip: string }): Promise<void> {
  return limits.formByNetwork.consume(networkKey(ip));
}

/** Ends the session behind the cookie; an unknown one is no error. */
function signOut({ identity }: SignInServices, sessionToken: string): Promise<void> {
  return identity.signOut(sessionToken);
}

/**
 * By network and by account, each on its own: one stops a password being tried on many accounts, the other many
 * passwords on one account from many networks. Whole agencies share one address, so its limit is the wider one.
 * `formByNetwork` counts every form that is sent without a session, right or wrong, before anything of it is read.
 */
function createLimits(services: Pick<Services, 'log' | 'rateLimitStore'>) {
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
