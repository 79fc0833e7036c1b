import type { TrailAct } from '../../domain/audit-actions.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import type { Call, Services } from '../../services.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { countRefusal, createRefusalCounter, SIGN_IN_REFUSALS } from './refusals.ts';
import { signIn, type SignInInput } from './sign-in.ts';
import { single } from './sign-in-input.ts';
import { requestOrigin, type RequestOrigin } from './request-origin.ts';

/**
 * `signIn` with audit: who signed in (the second step is audited in second-factor.ts), and how often which account was refused to which
 * network.
 */
export async function signInAudited(services: Services, input: RequestOrigin & SignInInput, options?: { floorMs?: number }) {
  const refused = createRefusalCounter(services, SIGN_IN_REFUSALS, { email: typedEmail(input.email), ip: input.ip });
  const signedIn = await signIn(services, input, options).catch(refused);
  const { uid: id, name, isIn } = signedIn;
  if (isIn) await recordAuditTrail(services, { act: 'signedIn', actor: { id, name }, ...requestOrigin(input) });
  return signedIn;
}

/** `requestPasswordReset`, counted for the account: a stranger may be asking. */
export async function requestResetCounted(
  services: Services,
  input: Parameters<typeof requestPasswordReset>[1],
  options?: { floorMs?: number },
) {
  await countRefusal(services, { act: 'passwordResetAsked', email: typedEmail(input.email), ip: input.ip });
  return requestPasswordReset(services, input, options);
}

/** `resetPassword` with audit. @returns the device's cookie */
export async function resetPasswordAudited(
  services: Services,
  input: RequestOrigin & Parameters<typeof resetPassword>[1],
): Promise<string> {
  const { uid, device } = await resetPassword(services, input);
  await recordAuditTrail(services, { act: 'passwordChosen', actor: await personOf(services, uid), ...requestOrigin(input) });
  return device;
}

/** A verb of one's own account, audited after it succeeded. */
export function auditedAfter<VerbCall extends Call, Result>(act: TrailAct, verb: (services: Services, call: VerbCall) => Promise<Result>) {
  return async (services: Services, call: VerbCall): Promise<Result> => {
    const result = await verb(services, call);
    await recordAuditTrail(services, { act, actor: call.actor, requestId: call.requestId });
    return result;
  };
}

async function personOf({ sql }: Services, uid: string): Promise<{ id: string; name: string }> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM usuarios WHERE id = $1', [uid]);
  return { id: uid, name: rows[0]?.name ?? '' };
}

/** The e-mail as signIn reads it: several values were refused before. */
function typedEmail(value: unknown): string {
  const only = single(value);
  return typeof only === 'string' ? only : '';
}
