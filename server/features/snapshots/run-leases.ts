import { randomUUID } from 'node:crypto';
import type { Sql } from '../../platform/sql.ts';

/** A worker that does not renew in time is taken for dead, and the next one goes on. */
export const LEASE_MS = 8_000;
const RENEW_MS = 2_000;

/** One worker's hold on one run. */
export interface Lease {
  /** How many have begun this run, this one included. */
  attempts: number;
  /** Aborted once another worker may hold the run. */
  lost: AbortSignal;
  /** Lets the run go: finished, or (`again`) not to be begun before so many milliseconds, as if this had been no attempt or as one. */
  release(again?: { afterMs: number; counts: boolean }): Promise<void>;
}

/** null while somebody else holds the run, or it is too early to begin it again. */
export async function takeRun(sql: Pick<Sql, 'query'>, runId: string): Promise<Lease | null> {
  const worker = randomUUID();
  const { rows } = await sql.query<{ attempts: number }>(
    `INSERT INTO snapshot_work (run_id, worker, lease_until) VALUES ($1, $2, now() + make_interval(secs => $3))
     ON CONFLICT (run_id) DO UPDATE SET worker = $2, lease_until = excluded.lease_until, attempts = snapshot_work.attempts + 1
     WHERE snapshot_work.lease_until < now() AND snapshot_work.next_at <= now() RETURNING attempts`,
    [runId, worker, LEASE_MS / 1_000],
  );
  const [held] = rows;
  if (!held) return null;
  const lost = new AbortController();
  let until = Date.now() + LEASE_MS;
  const renew = async () => {
    const from = Date.now();
    const { rowCount } = await sql.query(
      `UPDATE snapshot_work SET lease_until = now() + make_interval(secs => $3) WHERE run_id = $1 AND worker = $2 AND lease_until > now()`,
      [runId, worker, LEASE_MS / 1_000],
    );
    if (rowCount === 1) until = from + LEASE_MS;
    else lost.abort(new Error(`run ${runId} was taken over`));
  };
  const timer = setInterval(() => {
    if (Date.now() > until) lost.abort(new Error(`run ${runId} could not be held`));
    else renew().catch(() => undefined);
  }, RENEW_MS);
  return {
    attempts: held.attempts,
    lost: lost.signal,
    async release(again) {
      clearInterval(timer);
      const mine = 'run_id = $1 AND worker = $2';
      if (!again) await sql.query(`DELETE FROM snapshot_work WHERE ${mine}`, [runId, worker]);
      else
        await sql.query(
          `UPDATE snapshot_work SET lease_until = now(), next_at = now() + make_interval(secs => $3), attempts = attempts - $4 WHERE ${mine}`,
          [runId, worker, again.afterMs / 1_000, again.counts ? 0 : 1],
        );
    },
  };
}
