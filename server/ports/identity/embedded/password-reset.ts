import { createHash, randomBytes } from 'node:crypto';
import type { Log } from '../../../platform/log/log.ts';
import type { PasswordResets } from '../../mail/mail.ts';
import { inTransaction, type Sql } from '../../../platform/sql/sql.ts';
import { findAccount, storePassword } from './accounts.ts';
import type { Sessions } from './sessions.ts';
import { unknownAccount } from '../account-errors.ts';
import { parseEmail } from '../email.ts';
import type { Account, ResetLink } from '../identity-provider.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { requireGoodPassword, type JudgePassword } from '../password-policy.ts';

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const MAILED_MINUTES = 60;
const LINK_HOURS = 24;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Mails a link to the address that the account has, never to the one that was typed. Failures of the mail server are
 * logged only: thrown, they would tell that the account exists. True: the mail server took the message.
 */
export async function requestPasswordReset(
  { sql, log, mail, publicUrl }: { sql: Sql; log: Log; mail: PasswordResets; publicUrl: URL },
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
  // A link that reaches nobody would only stay valid for whoever finds it: none is made.
  if (!mail.canSend) return false;
  const link = await makeLink({ sql, publicUrl }, account.uid, MAILED_MINUTES);
  try {
    await mail.sendPasswordReset({ to: account.email, link, validMinutes: MAILED_MINUTES });
    return true;
  } catch (error) {
    log.error({ err: error, uid: account.uid }, 'password reset e-mail not sent');
    return false;
  }
}

/** Takes the place of every link that the person had. Errors: `not-found`. */
export async function createResetLink({ sql, publicUrl }: { sql: Sql; publicUrl: URL }, uid: string): Promise<ResetLink> {
  if (!(await findAccount(sql, { uid }))) throw unknownAccount(uid);
  await sql.query('DELETE FROM identity.reset_tokens WHERE uid = $1', [uid]);
  return { href: await makeLink({ sql, publicUrl }, uid, LINK_HOURS * 60), validHours: LINK_HOURS };
}

async function makeLink({ sql, publicUrl }: { sql: Sql; publicUrl: URL }, uid: string, validMinutes: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await sql.query('DELETE FROM identity.reset_tokens WHERE uid = $1 AND expires_at <= now()', [uid]);
  await sql.query(`INSERT INTO identity.reset_tokens (token_hash, uid, expires_at) VALUES ($1, $2, now() + $3 * interval '1 minute')`, [
    hashOf(token),
    uid,
    validMinutes,
  ]);
  const link = new URL('/reset-password', publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

/** A weak password leaves the token usable. @throws AppError `invalid-input` for a weak password, only with a good token */
export async function resetPassword(
  { sql, sessions, hasher, judgePassword }: { sql: Sql; sessions: Sessions; hasher: PasswordHasher; judgePassword: JudgePassword },
  input: { token: string; password: string },
): Promise<Pick<Account, 'uid' | 'email'> | null> {
  if (!TOKEN_SHAPE.test(input.token)) return null;
  const tokenHash = hashOf(input.token);
  const found = await sql.query<{ email: string }>(
    `SELECT a.email FROM identity.reset_tokens t JOIN identity.accounts a ON a.uid = t.uid
     WHERE t.token_hash = $1 AND t.expires_at > now() AND NOT a.disabled`,
    [tokenHash],
  );
  const account = found.rows[0];
  if (!account) return null;
  await requireGoodPassword(judgePassword, input.password, account);
  const passwordHash = await hasher.hash(input.password);
  return inTransaction(sql, async (client) => {
    // Taking the token is the guard: of two requests with the same one, the second finds none.
    const taken = await client.query<{ uid: string }>('DELETE FROM identity.reset_tokens WHERE token_hash = $1 RETURNING uid', [tokenHash]);
    const uid = taken.rows[0]?.uid;
    if (uid === undefined) return null;
    await storePassword(client, sessions, { uid, passwordHash });
    return { uid, email: account.email };
  });
}
