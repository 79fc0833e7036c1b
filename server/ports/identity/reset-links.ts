import { createHash, randomBytes } from 'node:crypto';
import type { Sql, SqlClient } from '../../platform/sql/sql.ts';
import type { ResetLink } from './identity-provider.ts';

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const LINK_HOURS = 24;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export type ResetLinks = ReturnType<typeof createResetLinks>;

/** Single-use links to set a password, for any identity provider: only the hash of their token is stored. */
export function createResetLinks({ sql, publicUrl }: { sql: Sql; publicUrl: URL }) {
  const make = async (uid: string, validMinutes: number, madeBy: string | null = null): Promise<string> => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await sql.query('DELETE FROM identity.reset_tokens WHERE expires_at <= now()');
    await sql.query(
      `INSERT INTO identity.reset_tokens (token_hash, uid, expires_at, made_by) VALUES ($1, $2, now() + $3 * interval '1 minute', $4)`,
      [hashOf(token), uid, validMinutes, madeBy],
    );
    const link = new URL('/reset-password', publicUrl);
    link.searchParams.set('token', token);
    return link.href;
  };
  return {
    make,
    /** Replaces every other link of the account. */
    async makeOnly(uid: string, madeBy: string | null): Promise<ResetLink> {
      await removeAll(sql, uid);
      return { href: await make(uid, LINK_HOURS * 60, madeBy), validHours: LINK_HOURS };
    },
    /** Account of a token; null if it is wrong, used or expired. */
    async ownerOf(token: string): Promise<string | null> {
      if (!TOKEN_SHAPE.test(token)) return null;
      const { rows } = await sql.query<{ uid: string }>(
        'SELECT uid FROM identity.reset_tokens WHERE token_hash = $1 AND expires_at > now()',
        [hashOf(token)],
      );
      return rows[0]?.uid ?? null;
    },
    /** Runs in the transaction that sets the password: of two requests with the same token, the second takes nothing. */
    async take(client: SqlClient, token: string): Promise<boolean> {
      return (await client.query('DELETE FROM identity.reset_tokens WHERE token_hash = $1', [hashOf(token)])).rowCount === 1;
    },
    removeAll,
  };
}

async function removeAll(client: Pick<SqlClient, 'query'>, uid: string): Promise<void> {
  await client.query('DELETE FROM identity.reset_tokens WHERE uid = $1', [uid]);
}
