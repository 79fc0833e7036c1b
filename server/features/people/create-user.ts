import { randomBytes } from 'node:crypto';
import { newDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { idFromFormToken } from '../../records/form-token.ts';
import type { CreateUserBody } from '../../ports/rest-backend/schemas.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { letChoosePassword } from './let-choose-password.ts';
import { newUserBody } from './user.ts';
import { actingFor, type CreatedUser, type CreateUserCall } from './users.ts';
import type { Services } from '../../services.ts';

const PASSWORD_BYTES = 24;

/**
 * The account in the identity provider, then the user in the REST backend; when the second fails the first is undone, so
 * that the address is free for the next attempt. `invitation`: how the person comes to a password that was not assigned.
 * Errors: `invalid-input` by field, `conflict` with `fields.email` when the address is taken, `forbidden`.
 */
export async function createUser(services: Services, call: CreateUserCall): Promise<CreatedUser> {
  requireMenu(call.actor, 'users');
  const body = newUserBody(call.values, await passwordErrors(services, call));
  requireMayChange(await readRules(services, call.actor), null, body);
  const id = idFromFormToken({ actor: call.actor, collection: 'usuarios' }, call.formToken) ?? newDocumentId();
  const isNewAccount = await ensureAccount(services, {
    uid: id,
    email: body.email,
    password: call.password ?? randomPassword(),
  });
  const stored = await storeOrFind(services, { ...body, id }, call).catch(async (error: unknown) => {
    if (isNewAccount) await undoAccount(services, id);
    throw error;
  });
  // A backend of another make may give people ids of its own: the account has the same.
  if (stored.id !== id) {
    await undoAccount(services, id);
    await ensureAccount(services, { uid: stored.id, email: body.email, password: call.password ?? randomPassword() });
  }
  if (call.password !== null) return { id: stored.id, invitation: null };
  // The person exists by now: where this fails, «Restablecer contraseña» on their record does it again.
  const invitation = await letChoosePassword(services, call, { uid: stored.id, email: body.email }).catch((error: unknown) => {
    services.log.error({ err: error, uid: stored.id }, 'no way to a first password');
    return 'none' as const;
  });
  return { id: stored.id, invitation };
}

/** The provider says the same, but only once everything else is right. */
async function passwordErrors({ judgePassword }: Services, { password, values }: CreateUserCall): Promise<Record<string, string[]>> {
  if (password === null) return {};
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const problems =
    password === ''
      ? ['Escriba la contraseña inicial, o elija enviar el correo.']
      : await judgePassword(password, { email: textOf('email'), name: textOf('name') });
  return problems.length === 0 ? {} : { password: problems };
}

/** False: the same form made the account before. Errors: `conflict` with `fields.email`, `invalid-input` for the password. */
async function ensureAccount({ identity }: Services, account: { uid: string; email: string; password: string }): Promise<boolean> {
  try {
    await identity.createAccount(account);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    const existing = await identity.getAccount(account.uid);
    if (existing?.email !== account.email) throw error;
    return false;
  }
}

/** A lost answer is looked up: the person may have been stored all the same. */
async function storeOrFind(services: Services, body: CreateUserBody & { id: string }, call: CreateUserCall): Promise<{ id: string }> {
  try {
    return (await services.restBackend.createUser(body, actingFor(call))).user;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'unavailable' && error.code !== 'backend-failed')) throw error;
    const stored = await services.restBackend.getUser(body.id).catch(() => null);
    if (stored === null) throw error;
    return stored;
  }
}

async function undoAccount({ identity, log }: Services, uid: string): Promise<void> {
  await identity
    .deleteAccount(uid)
    .catch((error: unknown) => log.error({ err: error, uid }, 'account of a user that was not stored could not be removed'));
}

/** Nobody learns it: the person chooses another with the link. */
export function randomPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
