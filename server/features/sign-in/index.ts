import { bind } from '../../platform/bind.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import type { Services } from '../../services.ts';
import { limitsOf } from './limits.ts';
import { mailsResets, requestPasswordReset, resetPassword } from './password-reset.ts';
import { signIn } from './sign-in.ts';
import { feature } from '../feature.ts';

/** Signing in and out and choosing a new password. */
export function createSignIn(services: Services) {
  return bind(services, { admitForm, signIn, signOut, mailsResets, requestPasswordReset, resetPassword });
}

/** Asked before a form of somebody without a session is read. @throws AppError `too-many-requests`, `unavailable` */
function admitForm(services: Services, { ip }: { ip: string }): Promise<void> {
  return limitsOf(services).formByNetwork.consume(networkKey(ip));
}

/** Ends the session behind the cookie; an unknown one is no error. */
function signOut({ identity }: Services, sessionToken: string): Promise<void> {
  return identity.signOut(sessionToken);
}

export const signInFeature = feature({ verbs: { signIn: createSignIn } });
