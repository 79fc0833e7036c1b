import { storeAudit } from '../../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Account } from '../../identity/identity-provider.ts';
import type { User } from '../../domain/users.ts';
import { randomPassword } from './create-user.ts';
import type { Call } from '../../services.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { readRules, requireMayChange } from './rules.ts';
import type { UsersServices } from './users.ts';

/**
 * Sends the e-mail with which the person chooses a new password. People that another system created have no account yet:
 * they get one. Errors: `forbidden`, `not-found`, `conflict` for somebody deactivated or whose address has another account, `too-many-requests`.
 */
export async function resetUserPassword(services: UsersServices, call: Call & { id: string }): Promise<void> {
  requireMenu(call.actor, 'users');
  const user = await services.restBackend.getUser(call.id);
  requireMayChange(await readRules(services, call.actor), user, {});
  if (!user.state)
    throw new AppError('conflict', `user ${user.id} is deactivated`, {
      userMessage: 'La persona está desactivada. Actívela antes de enviarle el correo.',
    });
  await services.resetLimit.consume(user.id);
  const account = await ensureAccount(services, user);
  await services.identity.requestPasswordReset(account.email);
  await storeAudit(services.documents.main, {
    actor: call.actor,
    action: AUDIT_ACTIONS.passwordResetSent,
    targetPath: `usuarios/${user.id}`,
    beforeData: null,
    newData: null,
    at: new Date(),
    requestId: call.requestId,
  });
}

async function ensureAccount({ identity }: UsersServices, user: User): Promise<Account> {
  const account = await identity.getAccount(user.id);
  if (!account) return identity.createAccount({ uid: user.id, email: user.email, password: randomPassword() });
  if (account.disabled) await identity.setDisabled(user.id, false);
  return account;
}
