import { randomUUID } from 'node:crypto';
import type { Log } from '../../platform/log/log.ts';
import { answeredWithin, type Sql } from '../../platform/sql/sql.ts';

/** A worker that does not renew its lease in time is considered dead, and another takes over. */
const LEASE_MS = 8_000;
const RENEW_MS = 2_000;

/** When released work may start again, and whether this run counts as an attempt. */
export interface RetryPlan {
  afterMs: number;
  counts: boolean;
}

/** One worker's lease on one piece of work. */
export interface Lease {
  /** Number of times it was started, including this one. */
  attempts: number;
  /** Aborted once another worker may hold the lease. */
  lost: AbortSignal;
  /** Releases the lease: finished, or to be started again. */
  release(retry?: RetryPlan): Promise<void>;
}

const RETRY_MS = 5_000;

interface LeasedWork {
  /** Identifies the work among all workers' work: the id of a run, `export:<id>`. */
  key: string;
  /** Aborted when the worker must stop. */
  signal: AbortSignal;
  /** @returns when to start again; nothing once it is finished */
  work: (lease: Lease, signal: AbortSignal) => Promise<RetryPlan | undefined>;
}

/**
 * Does a piece of work unless another worker holds it. If a worker dies, the next one takes over; work that throws starts again after 5 s,
 * counted as an attempt unless the worker was stopped. @returns false when it was not this worker's to do
 */
export async function runWithLease(
  { sql, log }: { sql: Pick<Sql, 'query'>; log: Log },
  { key, signal, work }: LeasedWork,
): Promise<boolean> {
  const lease = await acquireLease(sql, key);
  if (!lease) return false;
  let retry: RetryPlan | undefined;
  try {
    retry = await work(lease, AbortSignal.any([signal, lease.lost]));
  } catch (error) {
    log.error({ err: error, work: key, attempts: lease.attempts }, 'work was cut off');
    retry = { afterMs: RETRY_MS, counts: !signal.aborted };
  } finally {
    await lease.release(retry).catch((error: unknown) => log.warn({ err: error, work: key }, 'work was not let go'));
  }
  return true;
}

/** null while somebody else holds the lease, or if it is too early to start again. */
export async function acquireLease(pool: Pick<Sql, 'query'>, key: string): Promise<Lease | null> {
  const sql = answeredWithin(pool, LEASE_MS);
  const worker = randomUUID();
  const { rows } = await sql.query<{ attempts: number }>(
    `INSERT INTO snapshot_work (run_id, worker, lease_until) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (run_id) DO UPDATE SET worker = $2, lease_until = excluded.lease_until, attempts = snapshot_work.attempts + 1
     WHERE snapshot_work.lease_until < now() AND snapshot_work.next_at <= now() RETURNING attempts`,
    [key, worker, LEASE_MS / 1_000],
  );
  const [acquired] = rows;
  if (!acquired) return null;
  const lost = new AbortController();
  let until = Date.now() + LEASE_MS;
  const renew = async () => {
    const from = Date.now();
    const { rowCount } = await sql.query(
      `UPDATE snapshot_work SET lease_until = now() + make_interval(secs => $3) WHERE run_id = $1 AND worker = $2 AND lease_until > now()`,
      [key, worker, LEASE_MS / 1_000],
    );
    if (rowCount === 1) until = from + LEASE_MS;
    else lost.abort(new Error(`work ${key} was taken over`));
  };
  const timer = setInterval(() => {
    if (Date.now() > until) lost.abort(new Error(`work ${key} could not be held`));
    else renew().catch(() => undefined);
  }, RENEW_MS);
  return {
    attempts: acquired.attempts,
    lost: lost.signal,
    async release(retry) {
      clearInterval(timer);
      const mine = 'run_id = $1 AND worker = $2';
      if (!retry) await sql.query(`DELETE FROM snapshot_work WHERE ${mine}`, [key, worker]);
      else
        await sql.query(
          `UPDATE snapshot_work SET lease_until = now(), next_at = now() + make_interval(secs => $3), attempts = attempts - $4 WHERE ${mine}`,
          [key, worker, retry.afterMs / 1_000, retry.counts ? 0 : 1],
        );
    },
  };
}
