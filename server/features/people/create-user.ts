import { randomBytes } from 'node:crypto';
import { newDocumentId } from '../../documents/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { idFromFormToken } from '../../records/form-token.ts';
import { createUserBody, type CreateUserBody } from '../../rest-backend/schemas.ts';
import { readUserForm, toFormError } from './form-values.ts';
import { readRules, requireMayChange } from './rules.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { actingFor, type CreateUserCall, type UsersServices } from './users.ts';

const PASSWORD_BYTES = 24;

/**
 * The account in the identity provider, then the user in the REST backend; when the second fails the first is undone, so
 * that the address is free for the next attempt. `mailSent` tells that the person got an e-mail.
 * Errors: `invalid-input` by field, `conflict` with `fields.email` when the address is taken, `forbidden`.
 */
export async function createUser(services: UsersServices, call: CreateUserCall): Promise<{ id: string; mailSent: boolean }> {
  requireMenu(call.actor, 'users');
  const body = readUserForm(createUserBody, call.values);
  requireMayChange(await readRules(services, call.actor), null, body);
  const id = idFromFormToken({ actor: call.actor, collection: 'usuarios' }, call.formToken) ?? newDocumentId();
  const isNewAccount = await ensureAccount(services, {
    uid: id,
    email: body.email,
    password: call.password === '' ? randomPassword() : call.password,
  });
  const stored = await storeOrFind(services, { ...body, id }, call).catch(async (error: unknown) => {
    if (isNewAccount) await undoAccount(services, id);
    throw toFormError(error);
  });
  // A backend of another make may give people ids of its own: the account has the same.
  if (stored.id !== id) {
    await undoAccount(services, id);
    await ensureAccount(services, { uid: stored.id, email: body.email, password: call.password === '' ? randomPassword() : call.password });
  }
  return { id: stored.id, mailSent: call.password === '' && (await sendFirstMail(services, body.email)) };
}

/** False: the same form made the account before. Errors: `conflict` with `fields.email`, `invalid-input` for the password. */
async function ensureAccount({ identity }: UsersServices, account: { uid: string; email: string; password: string }): Promise<boolean> {
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
async function storeOrFind(services: UsersServices, body: CreateUserBody & { id: string }, call: CreateUserCall): Promise<{ id: string }> {
  try {
    return (await services.restBackend.createUser(body, actingFor(call))).user;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'unavailable' && error.code !== 'backend-failed')) throw error;
    const stored = await services.restBackend.getUser(body.id).catch(() => null);
    if (stored === null) throw error;
    return stored;
  }
}

async function undoAccount({ identity, log }: UsersServices, uid: string): Promise<void> {
  await identity
    .deleteAccount(uid)
    .catch((error: unknown) => log.error({ err: error, uid }, 'account of a user that was not stored could not be removed'));
}

/** The person exists by now: a mail that does not leave is sent again from their record. */
async function sendFirstMail({ identity, log }: UsersServices, email: string): Promise<boolean> {
  return identity.requestPasswordReset(email).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error }, 'first password e-mail not sent');
      return false;
    },
  );
}

/** Nobody learns it: the person chooses another with the link in the e-mail. */
export function randomPassword(): string {
  return `${randomBytes(PASSWORD_BYTES).toString('base64url')}a1`;
}
