import { AppError } from '../../domain/errors.ts';
import type { Account } from '../../ports/identity/identity-provider.ts';
import type { User } from '../../ports/rest-backend/schemas.ts';
import { randomPassword } from './create-user.ts';
import { inviteToChoosePassword } from './invite-to-choose-password.ts';
import type { Call, Services } from '../../services.ts';
import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { requireFresh } from '../../domain/proof.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import type { PasswordInvitation } from './users.ts';

const RESETS = { name: 'users-reset', points: 5, durationSeconds: 3_600 };

/**
 * Lets the person choose a new password, by e-mail or by a link to hand over. People created by another system have no account yet, and get
 * one. Errors: `forbidden`, `not-found`, `conflict` for somebody deactivated or whose address has another account, `too-many-requests`.
 */
export async function resetUserPassword(services: Services, call: Call & { id: string }): Promise<PasswordInvitation> {
  requireMenu(call.actor, 'users', 'change');
  const user = await services.restBackend.getUser(call.id);
  requireMayChange(await readRules(services, call.actor), user, {});
  requireFresh(call.actor);
  if (!user.state)
    throw new AppError('conflict', `user ${user.id} is deactivated`, {
      userMessage: 'La persona está desactivada. Actívela antes de restablecer su contraseña.',
    });
  await createRateLimiter(services, RESETS).consume(user.id);
  const account = await ensureAccount(services, user);
  return inviteToChoosePassword(services, call, { ...account, name: user.name });
}

async function ensureAccount({ identity }: Services, user: User): Promise<Account> {
  const account = await identity.getAccount(user.id);
  if (!account) return identity.createAccount({ uid: user.id, email: user.email, password: randomPassword() });
  if (account.disabled) await identity.setDisabled(user.id, false);
  return account;
}
