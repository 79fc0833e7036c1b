import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { networkKey } from '../../platform/limits/network-key.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sql, SqlClient } from '../../platform/sql/sql.ts';
import type { SessionEnd, SessionInfo, SignedIn, VerifiedSession } from './identity-provider.ts';

const TOKEN_BYTES = 32;
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const USER_AGENT_MAX = 300;
const MS_PER_HOUR = 3_600_000;
const REMOVED_AT_ONCE = 100;
/** How long the reason for an ended session is kept. */
const END_REASON_DAYS = 30;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Who may have a session: an account stored here with the verified hash ($2; null: no password was asked), or anybody ($1) admitted by
 * another provider.
 */
const OWNERS = {
  here: `SELECT uid FROM identity.accounts WHERE uid = $1 AND ($2::text IS NULL OR password_hash = $2) AND NOT disabled FOR SHARE`,
  elsewhere: `SELECT $1::text AS uid WHERE $2::text IS NULL`,
};

interface SessionOptions {
  sql: Sql;
  log: Log;
  /** Where accounts are stored. */
  accounts: keyof typeof OWNERS;
  hours: () => number;
  restMinutes: () => number;
  secret: string;
}

interface Opening {
  uid: string;
  passwordHash?: string;
  userAgent: string;
  ip?: string | undefined;
  restMinutes?: number | null | undefined;
  /** Time of the sign-in by the provider's clock; by default now. */
  openedAt?: Date;
}

/** Sessions as rows, for any identity provider: a random token in the cookie, only its keyed hash in the table. */
export function createSessions(options: SessionOptions) {
  const { sql, log } = options;
  const hashOf = (token: string) => createHmac('sha256', options.secret).update(token).digest();
  return {
    /** Opens a session only if the account still has the verified hash, so that a concurrent password change wins; otherwise null. */
    async open({ uid, passwordHash, userAgent, ip, restMinutes = null, openedAt }: Opening): Promise<SignedIn | null> {
      const sessionToken = randomBytes(TOKEN_BYTES).toString('base64url');
      const expiresAt = new Date(Date.now() + options.hours() * MS_PER_HOUR);
      await removeOver(sql, options.restMinutes());
      const opened = await sql.query(
        `WITH account AS (${OWNERS[options.accounts]})
         INSERT INTO identity.sessions (token_hash, session_id, uid, user_agent, expires_at, network, rest_minutes, created_at)
         SELECT $3, $4, uid, $5, $6, $7, $8, coalesce($9, now()) FROM account`,
        [
          uid,
          passwordHash ?? null,
          hashOf(sessionToken),
          randomUUID(),
          storableUserAgent(userAgent),
          expiresAt,
          ip === undefined ? '' : networkKey(ip),
          restMinutes,
          openedAt ?? null,
        ],
      );
      return opened.rowCount === 1 ? { uid, sessionToken, expiresAt } : null;
    },

    async verify(token: string, { isAtRest = false } = {}): Promise<VerifiedSession | null> {
      if (!TOKEN_SHAPE.test(token)) return null;
      const found = await sql.query<Omit<VerifiedSession, 'restEndsAt'> & { stale: boolean }>({
        name: 'verify-session',
        text: `SELECT s.uid, s.session_id AS "sessionId", s.created_at AS "openedAt", s.expires_at AS "expiresAt", s.rest_minutes AS "restMinutes",
                coalesce(s.last_seen_at, s.created_at) AS "usedAt",
                (s.last_seen_at IS NULL OR s.last_seen_at < now() - interval '1 minute') AS stale
         FROM identity.sessions s WHERE ${named('$1')} AND s.expires_at > now() AND ${IN_USE}`,
        values: [hashOf(token), options.restMinutes()],
      });
      if (!found.rows[0]) return null;
      const { stale, ...session } = found.rows[0];
      const touchedAt = stale && !isAtRest ? await touch(sql, log, session.sessionId) : null;
      const restMs = ((session.restMinutes ?? options.restMinutes()) + SLACK_MINUTES) * 60_000;
      return { ...session, restEndsAt: new Date((touchedAt ?? session.usedAt).getTime() + restMs) };
    },

    async letRest(token: string, minutes: number): Promise<void> {
      await sql.query('UPDATE identity.sessions SET rest_minutes = $2 WHERE token_hash = $1', [hashOf(token), minutes]);
    },

    async restAsOthers(token: string, usedAt: Date): Promise<void> {
      await sql.query(`UPDATE identity.sessions s SET rest_minutes = NULL, last_seen_at = $2 WHERE ${named('$1')}`, [
        hashOf(token),
        usedAt,
      ]);
    },

    /** Gives the session a new token. null: it is over, or another request was first and returns the new token. */
    async rotate(token: string): Promise<SignedIn | null> {
      const sessionToken = randomBytes(TOKEN_BYTES).toString('base64url');
      const { rows } = await sql.query<Omit<SignedIn, 'sessionToken'>>(
        `UPDATE identity.sessions SET token_hash = $2, previous_hash = token_hash, rotated_at = now()
         WHERE token_hash = $1 AND expires_at > now() RETURNING uid, expires_at AS "expiresAt"`,
        [hashOf(token), hashOf(sessionToken)],
      );
      return rows[0] ? { ...rows[0], sessionToken } : null;
    },

    async end(token: string): Promise<void> {
      await sql.query(`DELETE FROM identity.sessions s WHERE ${named('$1')}`, [hashOf(token)]);
    },

    /** Ends one session of an account. */
    async endOne(uid: string, sessionId: string, reason: SessionEnd): Promise<void> {
      await sql.query(
        `WITH gone AS (DELETE FROM identity.sessions WHERE uid = $1 AND session_id::text = $2 RETURNING token_hash, expires_at) ${KEEP_REASON}`,
        [uid, sessionId, reason],
      );
    },

    /** `client`: runs inside the caller's transaction. */
    async endAll(uid: string, { exceptToken, client, reason }: EndingAll): Promise<void> {
      await (client ?? sql).query(
        `WITH gone AS (DELETE FROM identity.sessions s WHERE uid = $1 AND ${named('$2')} IS NOT TRUE RETURNING token_hash, expires_at) ${KEEP_REASON}`,
        [uid, exceptToken === undefined ? null : hashOf(exceptToken), reason],
      );
    },

    async whyEnded(token: string): Promise<SessionEnd | null> {
      if (!TOKEN_SHAPE.test(token)) return null;
      const { rows } = await sql.query<{ reason: SessionEnd }>(
        `SELECT reason FROM identity.ended_sessions WHERE token_hash = $1
         UNION ALL SELECT ${WHY_OVER} FROM identity.sessions s WHERE token_hash = $1 AND (expires_at <= now() OR NOT (${IN_USE})) LIMIT 1`,
        [hashOf(token), options.restMinutes()],
      );
      return rows[0]?.reason ?? null;
    },

    async ownerOf(sessionId: string): Promise<string | null> {
      const { rows } = await sql.query<{ uid: string }>(
        `SELECT uid FROM identity.sessions s WHERE session_id::text = $1 AND expires_at > now() AND ${IN_USE}`,
        [sessionId, options.restMinutes()],
      );
      return rows[0]?.uid ?? null;
    },

    async list(uid: string, { mayOwnDevice = true } = {}): Promise<SessionInfo[]> {
      const found = await sql.query<SessionInfo>(
        `SELECT session_id AS "sessionId", created_at AS "createdAt", last_seen_at AS "lastSeenAt", user_agent AS "userAgent", network
         FROM identity.sessions s WHERE uid = $1 AND expires_at > now() AND ${inUse('CASE WHEN $3 THEN s.rest_minutes END')}
         ORDER BY created_at DESC, session_id`,
        [uid, options.restMinutes(), mayOwnDevice],
      );
      return found.rows;
    },
  };
}

interface EndingAll {
  exceptToken?: string | undefined;
  client?: SqlClient;
  reason: SessionEnd;
}

/** How long a session's previous token still serves requests that were pending when it got a new one. */
const GRACE = `interval '15 seconds'`;
const named = (token: '$1' | '$2') => `(s.token_hash = ${token} OR (s.previous_hash = ${token} AND s.rotated_at > now() - ${GRACE}))`;
/** Expired sessions keep that reason. `gone`: the deleted sessions; $3: the reason for the others. */
const KEEP_REASON = `INSERT INTO identity.ended_sessions (token_hash, reason)
  SELECT token_hash, CASE WHEN expires_at <= now() THEN 'expired' ELSE $3 END FROM gone ON CONFLICT (token_hash) DO NOTHING`;

/** The last use is stored to the minute, and nobody must be signed out early. */
const SLACK_MINUTES = 1;
/** Whether the session is within its own idle timeout, else within $2. */
const inUse = (own: string) =>
  `coalesce(s.last_seen_at, s.created_at) > now() - make_interval(mins => coalesce(${own}, $2::int) + ${SLACK_MINUTES})`;
const IN_USE = inUse('s.rest_minutes');
const WHY_OVER = `CASE WHEN s.expires_at <= now() THEN 'expired' ELSE 'rest' END`;

/** Deletes some expired rows of all accounts at each sign-in; concurrent sign-ins do not wait for each other. */
async function removeOver(sql: Sql, restMinutes: number): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM identity.sessions WHERE token_hash IN (
       SELECT token_hash FROM identity.sessions s WHERE expires_at <= now() OR NOT (${IN_USE}) LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING token_hash, expires_at)
     INSERT INTO identity.ended_sessions (token_hash, reason) SELECT token_hash, ${WHY_OVER} FROM gone s ON CONFLICT (token_hash) DO NOTHING`,
    [REMOVED_AT_ONCE, restMinutes],
  );
  await sql.query('DELETE FROM identity.ended_sessions WHERE ended_at < now() - make_interval(days => $1)', [END_REASON_DAYS]);
}

/**
 * Writes at most once a minute, even with many concurrent requests; a failure here must not fail the request. @returns null when nothing
 * was written
 */
async function touch(sql: Sql, log: Log, sessionId: string): Promise<Date | null> {
  try {
    const { rows } = await sql.query<{ usedAt: Date }>(
      `UPDATE identity.sessions SET last_seen_at = now()
       WHERE session_id = $1 AND (last_seen_at IS NULL OR last_seen_at < now() - interval '1 minute')
       RETURNING last_seen_at AS "usedAt"`,
      [sessionId],
    );
    return rows[0]?.usedAt ?? null;
  } catch (error) {
    log.warn({ err: error, sessionId }, 'last-seen time not written');
    return null;
  }
}

/** Postgres text cannot hold NUL, and a header may have any length. */
function storableUserAgent(userAgent: string): string {
  return userAgent.slice(0, USER_AGENT_MAX).replaceAll('\0', '');
}
