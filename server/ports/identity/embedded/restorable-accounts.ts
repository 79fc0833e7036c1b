import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../platform/sql/sql.ts';
import { parseEmail } from '../email.ts';
import { accountOfEither, type RestorableAccounts } from '../restorable-accounts.ts';
import { createPasswordHasher } from './password-hasher.ts';

const PAGE = 2_000;

/** Backup of the table of accounts, without two columns that are no longer used. */
export function openEmbeddedAccounts(sql: Sql): RestorableAccounts {
  return {
    async *read() {
      for (let after = ''; ;) {
        const { rows } = await sql.query<{ uid: string; row: string }>(
          `SELECT uid, (to_jsonb(a) - '{failed_attempts,locked_until}'::text[])::text AS row
           FROM identity.accounts a WHERE uid > $1 ORDER BY uid LIMIT ${PAGE}`,
          [after],
        );
        if (rows.length === 0) return;
        yield rows.map(({ row }) => row);
        after = rows.at(-1)?.uid ?? '';
      }
    },
    async isEmpty() {
      const { rowCount } = await sql.query('SELECT 1 FROM identity.accounts LIMIT 1');
      return rowCount === 0;
    },
    async write(pages, from) {
      let written = 0;
      // A hash of what nobody knows: an empty one would make signing in fail with an error instead of a refusal.
      const nobodysHash = from === 'firebase' ? await createPasswordHasher().hash(randomBytes(32).toString('base64url')) : '';
      for await (const page of pages) {
        const { rowCount } = await sql.query(
          `INSERT INTO identity.accounts (uid, email, password_hash, disabled, created_at, password_changed_at)
           SELECT uid, email, password_hash, disabled, coalesce(created_at, now()), coalesce(password_changed_at, now())
           FROM jsonb_populate_recordset(NULL::identity.accounts, $1::jsonb) ON CONFLICT (email) DO NOTHING`,
          [from === 'firebase' ? JSON.stringify(page.flatMap((line) => fromFirebase(line, nobodysHash))) : `[${page.join(',')}]`],
        );
        written += rowCount ?? 0;
      }
      return { accounts: written, withoutPassword: from === 'firebase' ? written : 0 };
    },
    close: () => Promise.resolve(),
  };
}

/** Nobody signs in here without a valid address: users of the mobile app may have none. */
function fromFirebase(line: string, passwordHash: string): object[] {
  const { uid, email = '', disabled } = accountOfEither.parse(JSON.parse(line));
  const parsed = parseEmail(email);
  return parsed === null ? [] : [{ uid, email: parsed, password_hash: passwordHash, disabled }];
}
