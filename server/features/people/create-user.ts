import { randomBytes } from 'node:crypto';
import { newDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { oneAtATime } from '../../platform/limits/one-at-a-time.ts';
import { readText } from '../../read-model/field-readers.ts';
import { idFromFormToken } from '../../records/form-token.ts';
import { findEntriesOf } from '../../records/story.ts';
import type { CreateUserBody } from '../../ports/rest-backend/schemas.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { inviteToChoosePassword } from './invite-to-choose-password.ts';
import { newUserBody } from './user.ts';
import { actingFor, type CreatedUser, type CreateUserCall } from './users.ts';
import type { Services } from '../../services.ts';

const PASSWORD_BYTES = 24;
/** Requests to a backend that does not answer time out sooner, and so does an e-mail. */
export const LONGEST_S = 60;

/**
 * Creates the account in the identity provider, then the user in the REST backend; if the second fails the first is undone, so that the
 * address is free for the next attempt. `invitation`: how the person comes to a password. The same form sent again makes neither a second
 * person nor a second link, which would end the first.
 * Errors: `invalid-input` by field, `conflict` with `fields.email` when the address is taken, `forbidden`.
 */
export async function createUser(services: Services, call: CreateUserCall): Promise<CreatedUser> {
  const account = await createPerson(services, call);
  // The person exists by now: if this fails, «Restablecer contraseña» on their record repeats it.
  const invitation = await inviteOnce(services, call, account).catch((error: unknown) => {
    services.log.error({ err: error, uid: account.uid }, 'no way to a first password');
    return 'none' as const;
  });
  return { id: account.uid, invitation };
}

/** Also whom the same form stored before, unless the audit has their invitation: the process may have ended in between. */
async function inviteOnce(
  services: Services,
  call: CreateUserCall,
  account: Awaited<ReturnType<typeof createPerson>>,
): Promise<CreatedUser['invitation']> {
  // A double click waits until the first invitation is in the audit.
  return oneAtATime(services, { name: 'inviting-person', key: account.uid, longestSeconds: LONGEST_S }, async () => {
    const entries = await findEntriesOf(services.documents.main, `usuarios/${account.uid}`);
    return entries.some(({ data }) => INVITED.includes(readText(data, 'action')))
      ? 'before'
      : inviteToChoosePassword(services, call, account);
  });
}

const INVITED: readonly string[] = [AUDIT_ACTIONS.passwordResetSent, AUDIT_ACTIONS.passwordLinkMade];

/** The same without telling the person how to sign in. */
export async function createPerson(services: Services, call: CreateUserCall): Promise<{ uid: string; email: string; name: string }> {
  requireMenu(call.actor, 'users', 'change');
  const body = newUserBody(call.values);
  requireMayChange(await readRules(services, call.actor), null, body);
  const id = idFromFormToken({ actor: call.actor, collection: 'usuarios' }, call.formToken) ?? newDocumentId();
  // Two at once: a backend of another make might accept both, and give each an id of its own.
  return oneAtATime(services, { name: 'creating-person', key: body.email, longestSeconds: LONGEST_S }, () =>
    storePerson(services, call, { ...body, id }),
  );
}

async function storePerson(
  services: Services,
  call: CreateUserCall,
  body: CreateUserBody & { id: string },
): ReturnType<typeof createPerson> {
  const { id } = body;
  const isNewAccount = await ensureAccount(services, { uid: id, email: body.email });
  const user = await storeOrFind(services, body, call).catch(async (error: unknown) => {
    if (isNewAccount) await undoAccount(services, id);
    throw error;
  });
  // A backend of another make may assign its own ids: the account must have the same.
  if (user.id !== id) {
    await undoAccount(services, id);
    await ensureAccount(services, { uid: user.id, email: body.email });
  }
  return { uid: user.id, email: body.email, name: body.name };
}

/** False: the same form created the account before. Errors: `conflict`, with `fields.email` when the address is somebody else's. */
async function ensureAccount({ identity }: Services, account: { uid: string; email: string }): Promise<boolean> {
  try {
    await identity.createAccount({ ...account, password: randomPassword() });
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    const existing = await identity.getAccount(account.uid);
    if (!existing) throw error;
    if (existing.email !== account.email)
      throw new AppError('conflict', 'the form made another person before', {
        userMessage: 'Con este formulario ya se agregó a otra persona. Abra uno nuevo para agregar a alguien más.',
      });
    return false;
  }
}

/** A lost answer is looked up: the person may have been stored all the same. */
async function storeOrFind(services: Services, body: CreateUserBody & { id: string }, call: CreateUserCall): Promise<{ id: string }> {
  try {
    return (await services.restBackend.createUser(body, actingFor(call))).user;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'unavailable' && error.code !== 'backend-failed')) throw error;
    const user = await services.restBackend.getUser(body.id).catch(() => null);
    if (user === null) throw error;
    return user;
  }
}

async function undoAccount({ identity, log }: Services, uid: string): Promise<void> {
  await identity
    .deleteAccount(uid)
    .catch((error: unknown) => log.error({ err: error, uid }, 'account of a user that was not stored could not be removed'));
}

/** Nobody learns it: the person chooses a password by the link. */
export function randomPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
