import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import { errorCode } from '../../platform/error-code.ts';
import type { Log } from '../../platform/log/log.ts';
import { databaseOutage } from '../../platform/sql/database-outage.ts';
import type { JobDefinition, Queues } from './queue.ts';
import { answeredWithin, type Sql } from '../../platform/sql/sql.ts';

/** A worker that does not renew its lease in time is considered dead, and another takes over. */
const LEASE_MS = 8_000;
const RENEW_MS = 2_000;
const RETRY_MS = 5_000;
/** Pause of work that did not fail: somebody else may take it, or it waits for fresh data. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_600_000;
/** Work that killed so many processes, or failed so often, would do it again. */
const ATTEMPTS_MAX = 6;

/** How an attempt ended. Only one that failed, or whose process died, counts; after an outage the pause grows up to an hour. */
type End = 'over' | 'paused' | 'failed' | 'outage';

/** One worker's lease on one piece of work. */
interface Lease {
  /** Number of times it was started, including this one. */
  attempts: number;
  /** Aborted once another worker may hold the lease; as Unrenewed while PostgreSQL is away. */
  lost: AbortSignal;
  /** Says that something was stored which no further attempt repeats: a later outage is a new one. */
  progress(): Promise<void>;
  release(end?: End): Promise<void>;
}

/** Why work cannot be done, in Spanish; trying again would not help. */
export class WorkRefused extends Error {}

interface LeasedWork<Item> {
  /** Identifies the work among all workers' work: the id of a run, `export:<id>`. */
  key: string;
  /** Aborted when the worker must stop. */
  signal: AbortSignal;
  /** What there is to do; null once it is over. */
  begin: () => Promise<Item | null>;
  /** Throws WorkRefused, or an AppError below 500, when trying again would not help. */
  work: (item: Item, signal: AbortSignal, progress: Lease['progress']) => Promise<'over' | 'paused'>;
  /** Ends the work unfinished, for a reason in Spanish. */
  giveUp: (item: Item, reason: string) => Promise<void>;
}

/**
 * Does a piece of work unless another worker holds it. If a worker dies, the next one takes over. Work that fails starts again, six times
 * at most; while a service that it needs is away it waits, however long that takes. @returns false when it was not this worker's to do
 */
export async function runWithLease<Item>({ sql, log }: { sql: Pick<Sql, 'query'>; log: Log }, leased: LeasedWork<Item>): Promise<boolean> {
  const { key, signal } = leased;
  const lease = await acquireLease(sql, key);
  if (!lease) return false;
  const held = AbortSignal.any([signal, lease.lost]);
  let end: End;
  try {
    end = await performOrGiveUp(leased, lease, held);
  } catch (error) {
    end = signal.aborted ? 'paused' : isOutage(error) ? 'outage' : 'failed';
    log[end === 'outage' ? 'warn' : 'error']({ err: error, work: key, attempts: lease.attempts }, 'work was cut off');
  }
  await lease.release(end).catch((error: unknown) => {
    log.warn({ err: error, work: key }, 'work was not let go');
    void releaseLater(lease, end);
  });
  return true;
}

async function performOrGiveUp<Item>({ begin, work, giveUp }: LeasedWork<Item>, lease: Lease, held: AbortSignal): Promise<End> {
  const item = await begin();
  if (item === null) return 'over';
  try {
    if (lease.attempts > ATTEMPTS_MAX) throw new WorkRefused(`Se interrumpió ${ATTEMPTS_MAX} veces antes de terminar.`);
    return await work(item, held, () => lease.progress());
  } catch (error) {
    held.throwIfAborted();
    const reason = reasonOf(error);
    if (reason === null) throw error;
    await giveUp(item, reason);
    return 'over';
  }
}

/** null if another attempt may help. */
function reasonOf(error: unknown): string | null {
  if (error instanceof WorkRefused) return error.message;
  return error instanceof AppError && error.status < 500 ? error.userMessage : null;
}

/** PostgreSQL did not answer for as long as a lease lasts. */
class Unrenewed extends Error {}

const QUERY_CANCELED = '57014';

/** Whether a service did not answer. A query that was cancelled for taking too long would take as long again. */
function isOutage(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable' && errorCode(error.cause) !== QUERY_CANCELED;
  return error instanceof Unrenewed || databaseOutage(error) !== null;
}

/** While PostgreSQL is away nothing can be released, and a lease that only ran out would count as an attempt. */
async function releaseLater(lease: Lease, end: End): Promise<void> {
  for (const until = Date.now() + LONGEST_PAUSE_MS; Date.now() < until;) {
    await pause(RENEW_MS, undefined, { ref: false });
    const isSettled = await lease.release(end).then(
      () => true,
      (error: unknown) => !isOutage(error),
    );
    if (isSettled) return;
  }
}

/** Enqueues a job for each piece of work. Does not fail when the queue is down: what nobody does is enqueued again every few seconds. */
export async function enqueueWork<Payload>(
  { queues, log }: { queues: Queues; log: Log },
  job: JobDefinition<Payload>,
  ids: readonly string[],
  payloadOf: (id: string) => Payload,
): Promise<void> {
  for (const id of ids) {
    await queues
      .enqueue(job, payloadOf(id), { deduplicationKey: id })
      .catch((error: unknown) => log.warn({ err: error, job: job.id, work: id }, 'work waits for the queue'));
  }
}

/** SQL: nobody holds the work with that key, and it may start. */
export const isFree = (key: string) =>
  `NOT EXISTS (SELECT FROM snapshot_work w WHERE w.run_id = ${key} AND (w.lease_until > now() OR w.next_at > now()))`;

/** Work of one kind, as SQL. */
interface OwnedWork {
  /** Selects `id`, `key` of its lease, `owner`, and `since` when it waits. */
  unfinished: string;
  /** Selects `owner` and `at`, when some work of theirs was done. */
  served: string;
}

const CANDIDATES = 5;

/**
 * Does one piece of unfinished work, whichever job came first: owners take turns, so that the much work of one person delays nobody who
 * has little. @param perform false when another worker holds it
 */
export async function performNext(
  sql: Pick<Sql, 'query'>,
  { unfinished, served }: OwnedWork,
  perform: (id: string) => Promise<boolean>,
): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `WITH unfinished AS (
       SELECT u.*, coalesce(l.lease_until > now(), FALSE) AS is_held, ${isFree('u.key')} AS waits
       FROM (${unfinished}) u LEFT JOIN snapshot_work l ON l.run_id = u.key
     ), owners AS (
       SELECT u.owner, count(*) FILTER (WHERE u.is_held) AS held,
         (SELECT max(s.at) FROM (${served}) s WHERE s.owner = u.owner) AS last_served
       FROM unfinished u GROUP BY u.owner
     )
     SELECT u.id FROM unfinished u JOIN owners o USING (owner) WHERE u.waits
     ORDER BY o.held, o.last_served NULLS FIRST, u.since, u.id LIMIT ${CANDIDATES}`,
  );
  // If two workers choose the same work, one holds it and the other tries the next.
  for (const { id } of rows) if (await perform(id)) return;
}

/** Says that work waits for a service that is away; '' while it does not. */
export async function findWaiting(sql: Pick<Sql, 'query'>, key: string): Promise<string> {
  const { rows } = await sql.query('SELECT FROM snapshot_work WHERE run_id = $1 AND waiting_since IS NOT NULL AND lease_until <= now()', [
    key,
  ]);
  return rows.length > 0
    ? 'En espera: un servicio del portal no responde. Sigue por su cuenta cuando vuelva; no hace falta repetirlo.'
    : '';
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
  const startedAt = Date.now();
  let endedAt: number | undefined;
  let until = startedAt + LEASE_MS;
  let isUnanswered = false;
  const renew = async () => {
    const from = Date.now();
    isUnanswered = true;
    const { rowCount } = await sql.query(
      `UPDATE snapshot_work SET lease_until = now() + make_interval(secs => $3) WHERE run_id = $1 AND worker = $2 AND lease_until > now()`,
      [key, worker, LEASE_MS / 1_000],
    );
    isUnanswered = false;
    if (rowCount === 1) until = from + LEASE_MS;
    else lost.abort(new Error(`work ${key} was taken over`));
  };
  const timer = setInterval(() => {
    if (Date.now() > until)
      lost.abort(isUnanswered ? new Unrenewed(`work ${key} could not be renewed`) : new Error(`work ${key} could not be held`));
    else renew().catch(() => undefined);
  }, RENEW_MS);
  const mine = 'run_id = $1 AND worker = $2';
  return {
    attempts: acquired.attempts,
    lost: lost.signal,
    async progress() {
      await sql.query(`UPDATE snapshot_work SET waiting_since = NULL WHERE ${mine} AND waiting_since IS NOT NULL`, [key, worker]);
    },
    async release(end = 'over') {
      clearInterval(timer);
      endedAt ??= Date.now();
      if (end === 'over') await sql.query(`DELETE FROM snapshot_work WHERE ${mine}`, [key, worker]);
      else {
        const { rowCount } = await sql.query(
          `UPDATE snapshot_work SET lease_until = now(), attempts = attempts - $3,
             waiting_since = CASE WHEN $4 THEN coalesce(waiting_since + make_interval(secs => $7), now()) END,
             next_at = now() + least(
               greatest(make_interval(secs => $5), CASE WHEN $4 THEN now() - waiting_since - make_interval(secs => $7) END),
               make_interval(secs => $6))
           WHERE ${mine}`,
          [
            key,
            worker,
            end === 'failed' ? 0 : 1,
            end === 'outage',
            (end === 'paused' ? PAUSE_MS : RETRY_MS) / 1_000,
            LONGEST_PAUSE_MS / 1_000,
            (endedAt - startedAt) / 1_000,
          ],
        );
        // After an outage of PostgreSQL another worker may be first to take the work: this attempt does not count for it either.
        if (rowCount === 0 && end !== 'failed')
          await sql.query('UPDATE snapshot_work SET attempts = attempts - 1 WHERE run_id = $1', [key]);
      }
    },
  };
}
