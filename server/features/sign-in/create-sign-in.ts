import type { Config } from '../../config.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { IdentityProvider } from '../../identity/identity-provider.ts';
import type { Log } from '../../platform/log.ts';
import { loadStaff } from '../people/load-staff.ts';
import type { Services } from '../../services.ts';
import { createSignInLimits, type SignInLimits } from './limits.ts';
import { networkKey } from './network-key.ts';
import { requestPasswordReset, resetPassword, type RequestPasswordResetInput, type ResetPasswordInput } from './password-reset.ts';
import { signIn, type SignInInput, type SignInResult } from './sign-in.ts';

/** Refused sign-ins and reset requests answer after this time at the earliest, as in Directus. */
const FLOOR_MS = 500;

export interface SignIn {
  /**
   * Asked before a form of somebody without a session is read.
   * @throws AppError `too-many-requests`, `unavailable`
   */
  admitForm(input: { ip: string }): Promise<void>;
  signIn(input: SignInInput): Promise<SignInResult>;
  /** Ends the session behind the cookie; an unknown one is no error. */
  signOut(sessionToken: string): Promise<void>;
  requestPasswordReset(input: RequestPasswordResetInput): Promise<string>;
  resetPassword(input: ResetPasswordInput): Promise<void>;
}

/** What the verbs work with. */
export interface SignInServices {
  config: Pick<Config, 'web'>;
  identity: IdentityProvider;
  log: Log;
  limits: SignInLimits;
  loadStaff(session: { uid: string; sessionId: string }): Promise<Staff | null>;
  floorMs: number;
}

/** Signing in and out and choosing a new password. Tests pass a smaller `floorMs`. */
export function createSignIn(
  services: Pick<Services, 'identity' | 'liveSettings' | 'log' | 'rateLimitStore' | 'sql'> & Pick<SignInServices, 'config'>,
  { floorMs = FLOOR_MS }: { floorMs?: number } = {},
): SignIn {
  const { config, identity, log } = services;
  const parts: SignInServices = {
    config,
    identity,
    log,
    limits: createSignInLimits(services),
    loadStaff: (session) => loadStaff(services, session),
    floorMs,
  };
  return {
    admitForm: ({ ip }) => parts.limits.formByNetwork.consume(networkKey(ip)),
    signIn: (input) => signIn(parts, input),
    signOut: (sessionToken) => identity.signOut(sessionToken),
    requestPasswordReset: (input) => requestPasswordReset(parts, input),
    resetPassword: (input) => resetPassword(parts, input),
  };
}
