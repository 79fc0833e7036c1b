import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Account } from '../../ports/identity/identity-provider.ts';
import { qrPathOf } from '../../platform/qr-code.ts';
import { storeAudit } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import type { PasswordInvitation } from './users.ts';

/**
 * Lets a person choose a password: by e-mail, or, where none is set up or it does not leave, by a link that the actor hands
 * over. The audit says which. The link is answered here and nowhere else. Errors: `unavailable`.
 */
export async function letChoosePassword(
  services: Pick<Services, 'documents' | 'identity' | 'log'>,
  { actor, requestId }: Call,
  account: Pick<Account, 'uid' | 'email'>,
): Promise<PasswordInvitation> {
  const { documents, identity } = services;
  const mailed = identity.mailsResets && (await mail(services, account));
  const link = mailed ? null : await identity.createResetLink(account.uid);
  await storeAudit(documents.main, {
    actor,
    action: mailed ? AUDIT_ACTIONS.passwordResetSent : AUDIT_ACTIONS.passwordLinkMade,
    targetPath: `usuarios/${account.uid}`,
    beforeData: null,
    newData: null,
    at: new Date(),
    requestId,
  });
  if (!link) return { mailed: true };
  return { mailed: false, mailFailed: identity.mailsResets, link: { ...link, qr: qrPathOf(link.href) } };
}

async function mail(
  { identity, log }: Pick<Services, 'identity' | 'log'>,
  { uid, email }: Pick<Account, 'uid' | 'email'>,
): Promise<boolean> {
  return identity.requestPasswordReset(email).catch((error: unknown) => {
    log.error({ err: error, uid }, 'password e-mail not sent');
    return false;
  });
}
