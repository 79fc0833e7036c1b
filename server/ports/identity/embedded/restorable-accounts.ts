import type { Sql } from '../../../platform/sql/sql.ts';
import type { RestorableAccounts } from '../restorable-accounts.ts';

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
    async write(pages) {
      let written = 0;
      for await (const page of pages) {
        const { rowCount } = await sql.query(
          `INSERT INTO identity.accounts (uid, email, password_hash, disabled, created_at, password_changed_at)
           SELECT uid, email, password_hash, disabled, created_at, password_changed_at
           FROM jsonb_populate_recordset(NULL::identity.accounts, $1::jsonb)`,
          [`[${page.join(',')}]`],
        );
        written += rowCount ?? 0;
      }
      return { accounts: written, withoutPassword: 0 };
    },
    close: () => Promise.resolve(),
  };
}
