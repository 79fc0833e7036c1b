import { AppError } from '../../domain/errors.ts';
import { normalizeEmail } from '../../ports/identity/email.ts';
import type { SignedIn } from '../../ports/identity/identity-provider.ts';
import { MAX_PASSWORD_LENGTH } from '../../ports/identity/password-policy.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { createRefusalCounter } from './refusals.ts';
import { limitsOf } from './sign-in-limits.ts';
import type { Call, Services } from '../../services.ts';

interface ChangePasswordCall extends Call {
  currentPassword: string;
  newPassword: string;
  /** The new password a second time. */
  repeated: string;
  userAgent: string;
  ip: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
}

const REFUSED = { 'invalid-input': 'ownPasswordRefused', 'too-many-requests': 'ownPasswordRefused' } as const;

/**
 * Tries count with those of other proofs, by session: nobody can try passwords at length on an unlocked computer, and one session does not
 * use up the tries of the others. Ends every session, and opens a new one for this browser.
 * Errors: `invalid-input` with `fields.currentPassword`, `fields.newPassword` or `fields.repeated`; `too-many-requests`; `unavailable`.
 * @returns the new session of this browser; null when it could not be opened: the person signs in with the new password
 */
export async function changePassword(services: Services, call: ChangePasswordCall): Promise<SignedIn | null> {
  const { devices, identity, log } = services;
  const { proofBySession } = limitsOf(services);
  const { actor, currentPassword, newPassword } = call;
  await requireValidInput(services, call);
  const refused = createRefusalCounter(services, REFUSED, { uid: actor.id, ip: call.ip });
  await proofBySession.consume(actor.sessionId).catch(refused);
  if ((await identity.checkPassword({ email: actor.email, password: currentPassword })) !== actor.id)
    return refused(
      invalidFields(
        { currentPassword: ['La contraseña actual no es correcta. Si la olvidó, salga y elija «Olvidé mi contraseña».'] },
        'problems',
      ),
    );
  await identity.setPassword(actor.id, newPassword).catch((error: unknown) => {
    throw renamePasswordField(error);
  });
  await proofBySession.reset(actor.sessionId);
  const device = devices.read(call.device);
  // Changing the password made the account forget all its devices, this one included.
  if (device !== null) await devices.remember({ uid: actor.id, email: normalizeEmail(actor.email) }, device);
  log.info({ uid: actor.id }, 'password changed by its owner');
  return reopenSession(services, call);
}

/** The password is changed by now: the change has succeeded even if this browser must sign in again. */
async function reopenSession(
  { identity, log }: Services,
  { actor, newPassword, userAgent, ip }: ChangePasswordCall,
): Promise<SignedIn | null> {
  try {
    return await identity.signIn({ email: actor.email, password: newPassword, userAgent, ip });
  } catch (error) {
    log.warn({ err: error }, 'no new session after a change of password');
    return null;
  }
}

async function requireValidInput(
  { judgePassword }: Services,
  { actor, currentPassword, newPassword, repeated }: ChangePasswordCall,
): Promise<void> {
  const fields: Record<string, string[]> = {};
  if (currentPassword === '') fields['currentPassword'] = ['Escriba su contraseña actual.'];
  else if (currentPassword.length > 2 * MAX_PASSWORD_LENGTH) fields['currentPassword'] = ['La contraseña actual no es correcta.'];
  const problems = newPassword === '' ? ['Escriba la contraseña nueva.'] : await judgePassword(newPassword, actor);
  if (newPassword !== '' && newPassword === currentPassword) problems.push('La contraseña nueva debe ser distinta de la actual.');
  if (problems.length > 0) fields['newPassword'] = problems;
  else if (repeated !== newPassword) fields['repeated'] = ['No es igual a la contraseña nueva. Escríbala otra vez.'];
  if (Object.keys(fields).length > 0) throw invalidFields(fields, 'problems');
}

/** Renames the field: an account provider reports its password policy as `password`. */
function renamePasswordField(error: unknown): unknown {
  const problems = error instanceof AppError && error.code === 'invalid-input' ? error.fields?.['password'] : undefined;
  return problems ? invalidFields({ newPassword: problems }, 'problems') : error;
}
