import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import { ASK_ADMINISTRATOR } from '../../domain/users.ts';
import { invalidFields, readInput } from '../../platform/read-input.ts';
import { requestResetSchema, resetSchema } from './sign-in-input.ts';
import { admitForm, countResetRequest, FLOOR_MS, limitsOf } from './sign-in-limits.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import type { Services } from '../../services.ts';

/** What people read whether the address has an account or not. */
export const RESET_REQUESTED = 'Si el correo pertenece a una cuenta, recibirá un enlace para elegir una nueva contraseña.';

/** Whether to offer the form that asks for an e-mail at all. */
export function mailsResets({ identity }: Services): boolean {
  return identity.mailsResets;
}

/**
 * Asks first whether the mail server answers, and reports an outage alike for every address. From there it always takes the same time: the
 * e-mail goes out while the person already reads the answer. An outage that shows within that time is reported too: it reveals nothing
 * about the address.
 * @returns the Spanish sentence to show
 * @throws AppError `invalid-input`, `too-many-requests`, `unavailable` (also when e-mails cannot leave)
 */
export async function requestPasswordReset(
  services: Services,
  input: { email: unknown; ip: string; device: string | null },
  { floorMs = FLOOR_MS } = {},
): Promise<string> {
  const { identity, log } = services;
  const { email } = readInput(requestResetSchema, { email: input.email }, 'problems');
  await countResetRequest(services, { ...input, email });
  if (!(await identity.canMailNow()))
    throw new AppError('unavailable', 'reset e-mails cannot leave', {
      userMessage: `El portal no pudo enviar el correo. ${ASK_ADMINISTRATOR}`,
    });
  let outage: unknown;
  identity.requestPasswordReset(email).catch((error: unknown) => {
    outage = error;
    log.error({ err: error }, 'password reset not requested');
  });
  await pause(floorMs);
  if (outage !== undefined) throw outage;
  return RESET_REQUESTED;
}

/**
 * Before a new password is thought out for a link that is worthless. Errors: `invalid-input` at `token`, `too-many-requests`,
 * `unavailable`
 */
export async function checkResetLink(services: Services, { token, ...client }: { token: unknown; ip: string; device: string | null }) {
  await admitForm(services, client);
  const parsed = readInput(resetSchema.pick({ token: true }), { token }, 'problems');
  if (!(await services.identity.isResetTokenValid(parsed.token))) throw worthlessLink();
}

const worthlessLink = () => invalidFields({ token: ['El enlace no es válido o ya venció. Solicite uno nuevo.'] }, 'problems');

interface ResetPasswordInput {
  /** `token` of a link of the portal, or `oobCode` of an e-mail that Firebase sent. */
  token: unknown;
  password: unknown;
  ip: string;
  /** The device's cookie, as the browser sent it. */
  device: string | null;
}

/**
 * Also ends the account's sessions, and makes this device known: whoever lost the password can sign in here at once, even while strangers
 * try passwords.
 * @returns whose it was, and the device's cookie
 * @throws AppError `invalid-input` for a bad link (`fields.token`) or a weak password (`fields.password`), `too-many-requests`,
 * `unavailable`
 */
export async function resetPassword(services: Services, input: ResetPasswordInput): Promise<{ uid: string; device: string }> {
  const { devices, identity, log } = services;
  const parsed = readInput(resetSchema, { token: input.token, password: input.password }, 'problems');
  await limitsOf(services).newPasswordByNetwork.consume(networkKey(input.ip));
  const account = await identity.resetPassword(parsed);
  if (!account) throw worthlessLink();
  log.info({ uid: account.uid }, 'password was reset');
  const { cookie } = await devices.remember(account, devices.read(input.device));
  return { uid: account.uid, device: cookie };
}
