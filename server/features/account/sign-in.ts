import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { SignedIn } from '../../ports/identity/identity-provider.ts';
import { readInput } from '../../platform/read-input.ts';
import { loadVisit, type Visit } from '../../staff/load-staff.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { signInSchema, single } from './sign-in-input.ts';
import { pathAfterSignIn } from './better-password.ts';
import { countSignInAttempt, FLOOR_MS } from './sign-in-limits.ts';
import { rememberDevice } from './remember-device.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';
import { needsSecondStep, restMinutesOf, secondStepPath } from './second-factor.ts';
import type { Services } from '../../services.ts';

export interface SignInInput {
  /** As they came: one text, or the list of `FormData.getAll` (more than one value is refused). */
  email: unknown;
  password: unknown;
  redirectTo?: unknown;
  /** The device's name, if somebody trusted it. */
  trusted?: string | null;
  ip: string;
  userAgent: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
  /** The person says that the device is theirs alone. */
  ownsDevice?: boolean;
}

interface SignInResult extends SignedIn {
  /** The person's name. */
  name: string;
  /** A path of this portal. */
  redirectTo: string;
  /** The cookie by which this device is known from now on. */
  device: string;
  /** False until the second step is done, if one is needed. */
  isIn: boolean;
}

/** One sentence for every reason: it must not reveal whether the address has an account. */
export const SIGN_IN_FAILED = 'El correo electrónico o la contraseña no son correctos. Revise los datos e intente de nuevo.';
const STILL_READING = 'El portal todavía está leyendo a las personas de la cooperativa. Intente de nuevo en un minuto.';

/**
 * @throws AppError `invalid-input` (400, `fields`), `unauthenticated` (401, one sentence for every reason),
 * `too-many-requests` (429, retryAfterSeconds), `unavailable` (503: limits or accounts cannot be checked, or no person
 * was read yet)
 */
export async function signIn(services: Services, input: SignInInput, { floorMs = FLOOR_MS } = {}): Promise<SignInResult> {
  const { config, log } = services;
  const { email, password } = readInput(signInSchema, { email: input.email, password: input.password }, 'problems');
  const succeed = await countSignInAttempt(services, { ...input, email });
  // The floor covers refusals only: whoever signed in knows that the account exists.
  const floor = pause(floorMs);
  const signedIn = await openSession(services, { ...input, email, password });
  if (!signedIn) {
    await floor;
    throw new AppError('unauthenticated', 'sign-in refused', { userMessage: SIGN_IN_FAILED });
  }
  await succeed();
  const device = await rememberDevice(services, { ...input, uid: signedIn.uid, name: signedIn.name, email });
  log.info({ uid: signedIn.uid, ip: input.ip }, 'signed in');
  const target = await pathAfterSignIn(
    services,
    { email, password },
    safeRedirectPath(single(input.redirectTo), config.web.publicUrl.origin),
  );
  const isIn = !(await needsSecondStep(services, signedIn, input.trusted ?? null));
  return { ...signedIn, device, isIn, redirectTo: isIn ? target : secondStepPath(target) };
}

/**
 * Accounts whose person is unknown or inactive in the portal are refused like a wrong password. Until the first person is read, nobody can
 * be told from a stranger.
 */
async function openSession(
  services: Services,
  input: Pick<SignInInput, 'ip' | 'ownsDevice' | 'userAgent'> & { email: string; password: string },
): Promise<(SignedIn & Pick<Visit, 'needs'> & { name: string }) | null> {
  const { email, password, userAgent, ip } = input;
  const signedIn = await services.identity.signIn({ email, password, userAgent, ip });
  if (!signedIn) return null;
  const visit = await loadVisit(services, { uid: signedIn.uid, sessionId: '' });
  const minutes = visit && restMinutesOf(visit, input);
  if (minutes !== null) await services.identity.letRest(signedIn.sessionToken, minutes);
  if (visit) return { ...signedIn, needs: visit.needs, name: visit.staff.name };
  await services.identity.signOut(signedIn.sessionToken);
  if (!(await knowsAnybody(services.sql))) throw new AppError('unavailable', 'no person was read yet', { userMessage: STILL_READING });
  services.log.info({ uid: signedIn.uid, reason: 'no active person' }, 'sign-in refused');
  return null;
}

async function knowsAnybody(sql: Sql): Promise<boolean> {
  return (await sql.query<{ known: boolean }>('SELECT EXISTS (SELECT 1 FROM usuarios) AS known')).rows[0]?.known ?? false;
}
