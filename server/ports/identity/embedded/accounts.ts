import { randomUUID } from 'node:crypto';
import { errorCode } from '../../../platform/error-code.ts';
import { inTransaction, type Sql, type SqlClient } from '../../../platform/sql/sql.ts';
import { invalidEmail, emailInUse, unknownAccount } from '../account-errors.ts';
import type { Sessions } from '../sessions.ts';
import type { ResetLinks } from '../reset-links.ts';
import { parseEmail } from '../email.ts';
import type { Account, SessionEnd } from '../identity-provider.ts';
import { requireGoodPassword, type JudgePassword } from '../password-policy.ts';
import type { PasswordHasher } from './password-hasher.ts';

const UNIQUE_VIOLATION = '23505';

interface CheckedAccount {
  uid: string;
  passwordHash: string;
  disabled: boolean;
}

/** The data to check a password against. Attempts are counted by the callers (server/features/account/sign-in-limits.ts). */
export async function findChecked(sql: Sql, email: string): Promise<CheckedAccount | null> {
  const { rows } = await sql.query<CheckedAccount>(
    'SELECT uid, password_hash AS "passwordHash", disabled FROM identity.accounts WHERE email = $1',
    [email],
  );
  return rows[0] ?? null;
}

export async function createAccount(
  { sql, hasher, judgePassword }: { sql: Sql; hasher: PasswordHasher; judgePassword: JudgePassword },
  input: { uid?: string; email: string; password: string },
): Promise<Account> {
  const email = parseEmail(input.email);
  if (email === null) throw invalidEmail();
  await requireGoodPassword(judgePassword, input.password, { email });
  const uid = input.uid ?? randomUUID();
  try {
    await sql.query('INSERT INTO identity.accounts (uid, email, password_hash) VALUES ($1, $2, $3)', [
      uid,
      email,
      await hasher.hash(input.password),
    ]);
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw emailInUse(error);
    throw error;
  }
  return { uid, email, disabled: false };
}

export async function findAccount(sql: Sql, by: { uid: string } | { email: string }): Promise<Account | null> {
  const [column, value] = 'uid' in by ? ['uid', by.uid] : ['email', by.email];
  const result = await sql.query<Account>(`SELECT uid, email, disabled FROM identity.accounts WHERE ${column} = $1`, [value]);
  return result.rows[0] ?? null;
}

/** Also deletes its sessions and reset links. */
export async function deleteAccount(parts: EndingParts & { sql: Sql }, uid: string): Promise<void> {
  await inTransaction(parts.sql, async (client) => {
    await client.query('DELETE FROM identity.accounts WHERE uid = $1', [uid]);
    await endAccess(client, parts, { uid, reason: 'disabled' });
  });
}

/** What ends together with an account's access. */
export interface EndingParts {
  sessions: Sessions;
  links: ResetLinks;
}

/** Disabling ends sessions and open reset links in the same transaction. @throws AppError `not-found` */
export async function setDisabled(parts: EndingParts & { sql: Sql }, uid: string, disabled: boolean): Promise<void> {
  await inTransaction(parts.sql, async (client) => {
    const updated = await client.query('UPDATE identity.accounts SET disabled = $2 WHERE uid = $1', [uid, disabled]);
    if (updated.rowCount === 0) throw unknownAccount(uid);
    if (disabled) await endAccess(client, parts, { uid, reason: 'disabled' });
  });
}

/** @throws AppError `not-found`, `invalid-input` */
export async function setPassword(
  parts: EndingParts & { sql: Sql; hasher: PasswordHasher; judgePassword: JudgePassword },
  uid: string,
  password: string,
): Promise<void> {
  const { sql, hasher, judgePassword } = parts;
  const account = await findAccount(sql, { uid });
  if (!account) throw unknownAccount(uid);
  await requireGoodPassword(judgePassword, password, account);
  const passwordHash = await hasher.hash(password);
  await inTransaction(sql, (client) => storePassword(client, parts, { uid, passwordHash }));
}

/** Updates the account row first: a concurrent sign-in waits for it and then finds another hash (see Sessions.open). */
export async function storePassword(client: SqlClient, parts: EndingParts, input: { uid: string; passwordHash: string }): Promise<void> {
  await client.query('UPDATE identity.accounts SET password_hash = $2, password_changed_at = now() WHERE uid = $1', [
    input.uid,
    input.passwordHash,
  ]);
  await endAccess(client, parts, { uid: input.uid, reason: 'password' });
}

async function endAccess(
  client: SqlClient,
  { sessions, links }: EndingParts,
  { uid, reason }: { uid: string; reason: SessionEnd },
): Promise<void> {
  await sessions.endAll(uid, { client, reason });
  await links.removeAll(client, uid);
}
