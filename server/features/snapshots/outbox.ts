import type { Sql } from '../../platform/sql/sql.ts';
import { sendRunMailJob } from './snapshot-jobs.ts';
import type { Services } from '../../services.ts';

/** `failure`: goes to administrators. */
export type MailKind = 'failure' | 'report';

export interface OutboxMail {
  runId: string;
  userId: string;
  kind: MailKind;
  /** Attempts so far, this one included. */
  attempts: number;
}

/** A sender that does not renew its lease in time counts as dead. */
const LEASE_MS = 10_000;
export const RENEW_MS = 3_000;
/** Delay after each failed attempt. After the last one a message counts as not sent. */
export const RETRY_AFTER_MS = [30_000, 120_000, 600_000, 1_800_000, 7_200_000];

/** Adds the messages about a run, once. Nothing is sent before the run is over. */
export async function addMails(sql: Pick<Sql, 'query'>, runId: string, kind: MailKind, userIds: readonly string[]): Promise<void> {
  await sql.query(`INSERT INTO snapshot_mails (run_id, user_id, kind) SELECT $1, u, $2 FROM unnest($3::text[]) u ON CONFLICT DO NOTHING`, [
    runId,
    kind,
    [...userIds],
  ]);
}

/** Leases a message to send it; null when somebody else holds it, it is too early, or it is settled. */
export async function leaseMail(sql: Pick<Sql, 'query'>, runId: string, userId: string): Promise<OutboxMail | null> {
  const { rows } = await sql.query<{ kind: MailKind; attempts: number }>(
    `UPDATE snapshot_mails SET attempts = attempts + 1, lease_until = now() + make_interval(secs => $3)
     WHERE run_id = $1 AND user_id = $2 AND state = 'waiting' AND next_at <= now() AND lease_until <= now() RETURNING kind, attempts`,
    [runId, userId, LEASE_MS / 1_000],
  );
  const [row] = rows;
  return row ? { runId, userId, ...row } : null;
}

/** Whoever leases a message next has a higher number of attempts: after that a sender presumed dead changes nothing. */
const LEASED_BY_ATTEMPT = `run_id = $1 AND user_id = $2 AND attempts = $3 AND state IN ('waiting', 'handing')`;

type Lease = Pick<OutboxMail, 'attempts' | 'runId' | 'userId'>;

/** Renews the lease while the message is being sent. @returns whether it still was this sender's */
export async function renewMailLease(sql: Pick<Sql, 'query'>, { runId, userId, attempts }: Lease): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE snapshot_mails SET lease_until = now() + make_interval(secs => $4) WHERE ${LEASED_BY_ATTEMPT} AND lease_until > now()`,
    [runId, userId, attempts, LEASE_MS / 1_000],
  );
  return rowCount === 1;
}

/**
 * Called right before the end of the message is handed over, after which the server may send it: if the sender crashes from here on, nobody
 * knows whether it was sent, and it is not sent again.
 */
export async function markHanding(sql: Pick<Sql, 'query'>, { runId, userId, attempts }: Lease): Promise<void> {
  const { rowCount } = await sql.query(
    `UPDATE snapshot_mails SET state = 'handing' WHERE ${LEASED_BY_ATTEMPT} AND state = 'waiting' AND lease_until > now()`,
    [runId, userId, attempts],
  );
  if (rowCount !== 1) throw new Error(`mail of run ${runId} is no longer ours to send`);
}

export type MailOutcome = 'failed' | 'refused' | 'sent' | 'unknown';

export async function settleMail(
  sql: Pick<Sql, 'query'>,
  { runId, userId, attempts }: Lease,
  state: MailOutcome,
  reason = '',
): Promise<void> {
  await sql.query(`UPDATE snapshot_mails SET state = $4, reason = $5, settled_at = now() WHERE ${LEASED_BY_ATTEMPT}`, [
    runId,
    userId,
    attempts,
    state,
    reason.slice(0, 500),
  ]);
}

export async function retryMail(
  sql: Pick<Sql, 'query'>,
  { runId, userId, attempts }: Lease,
  { afterMs, reason }: { afterMs: number; reason: string },
): Promise<void> {
  await sql.query(
    `UPDATE snapshot_mails SET state = 'waiting', lease_until = now(), next_at = now() + make_interval(secs => $4), reason = $5
     WHERE ${LEASED_BY_ATTEMPT}`,
    [runId, userId, attempts, afterMs / 1_000, reason.slice(0, 500)],
  );
}

/** Enqueues the messages that wait to be sent, of runs that are over. */
export async function enqueueMails({ sql, queues }: Pick<Services, 'queues' | 'sql'>, runId: string | null = null): Promise<void> {
  const { rows } = await sql.query<{ runId: string; userId: string }>(
    `SELECT m.run_id AS "runId", m.user_id AS "userId" FROM snapshot_mails m JOIN reportes_ejecuciones r ON r.id = m.run_id
     WHERE m.state = 'waiting' AND m.next_at <= now() AND m.lease_until <= now() AND r.status IN ('lista', 'fallida')
       AND ($1::text IS NULL OR m.run_id = $1) ORDER BY m.next_at LIMIT 200`,
    [runId],
  );
  for (const mail of rows) await queues.enqueue(sendRunMailJob, mail, { deduplicationKey: `${mail.runId} ${mail.userId}` });
}

/** Leases messages whose sender died while handing them over. If it is only slow, it no longer settles them. */
export async function leaseUncertainMails(sql: Pick<Sql, 'query'>): Promise<OutboxMail[]> {
  const { rows } = await sql.query<OutboxMail>(
    `UPDATE snapshot_mails SET attempts = attempts + 1, lease_until = now() + make_interval(secs => $1)
     WHERE (run_id, user_id) IN (
       SELECT run_id, user_id FROM snapshot_mails WHERE state = 'handing' AND lease_until <= now() LIMIT 200 FOR UPDATE SKIP LOCKED
     ) RETURNING run_id AS "runId", user_id AS "userId", kind, attempts`,
    [LEASE_MS / 1_000],
  );
  return rows;
}

/** State of the messages about a run, by person. */
export async function readMails(sql: Pick<Sql, 'query'>, runId: string): Promise<{ userId: string; state: string; reason: string }[]> {
  const { rows } = await sql.query<{ userId: string; state: string; reason: string }>(
    `SELECT user_id AS "userId", state, reason FROM snapshot_mails WHERE run_id = $1 AND kind = 'report' ORDER BY user_id`,
    [runId],
  );
  return rows;
}
