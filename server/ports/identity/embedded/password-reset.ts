import type { Log } from '../../../platform/log/log.ts';
import type { PasswordResets } from '../../mail/mail.ts';
import { inTransaction, type Sql } from '../../../platform/sql/sql.ts';
import { findAccount, storePassword, type EndingParts } from './accounts.ts';
import { parseEmail } from '../email.ts';
import type { Account } from '../identity-provider.ts';
import type { ResetLinks } from '../reset-links.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { requireGoodPassword, type JudgePassword } from '../password-policy.ts';

const MAILED_MINUTES = 60;

/**
 * Mails a link to the address stored in the account, never to the typed one. Failures of the mail server are only logged: thrown, they
 * would reveal that the account exists. True: the mail server accepted the message.
 */
export async function requestPasswordReset(
  { sql, log, mail, links }: { sql: Sql; log: Log; mail: PasswordResets; links: ResetLinks },
  typedEmail: string,
): Promise<boolean> {
  const email = parseEmail(typedEmail);
  const account = email === null ? null : await findAccount(sql, { email });
  if (!account || account.disabled) {
    log.info(
      { uid: account?.uid },
      account ? 'password reset asked for a disabled account' : 'password reset asked for an unknown address',
    );
    return false;
  }
  // No link is created if it cannot be sent: it would only stay valid for whoever finds it.
  if (!mail.canSend) return false;
  const link = await links.make(account.uid, MAILED_MINUTES);
  try {
    await mail.sendPasswordReset({ to: account.email, link, validMinutes: MAILED_MINUTES });
    return true;
  } catch (error) {
    log.error({ err: error, uid: account.uid }, 'password reset e-mail not sent');
    return false;
  }
}

/** The account whose password the token may set; null when it is wrong, used or expired, or the account disabled. */
export async function resetAccount({ sql, links }: { sql: Sql; links: ResetLinks }, token: string): Promise<Account | null> {
  const uid = await links.ownerOf(token);
  const account = uid === null ? null : await findAccount(sql, { uid });
  return account?.disabled ? null : account;
}

/** A weak password leaves the token usable. @throws AppError `invalid-input` for a weak password, only with a valid token */
export async function resetPassword(
  parts: EndingParts & { sql: Sql; hasher: PasswordHasher; judgePassword: JudgePassword },
  { token, password }: { token: string; password: string },
): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const { sql, links, hasher, judgePassword } = parts;
  const account = await resetAccount(parts, token);
  if (!account) return null;
  const { email } = account;
  await requireGoodPassword(judgePassword, password, account);
  const passwordHash = await hasher.hash(password);
  return inTransaction(sql, async (client) => {
    if (!(await links.take(client, token))) return null;
    await storePassword(client, parts, { uid: account.uid, passwordHash });
    return { uid: account.uid, email };
  });
}
