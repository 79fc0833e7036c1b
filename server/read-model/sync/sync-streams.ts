import type { Documents, DatabaseName } from '../../ports/documents/document-store.ts';
import { inTransaction, type ImpatientSql, type Sql, type SqlClient } from '../../platform/sql/sql.ts';
import type { AnyProjection } from '../projection.ts';

/**
 * The durable state of the sync (docs/decisions/005-sync.md): how far each change stream is applied, and which worker watches
 * it. Positions are opaque values of the store; batches are numbered per epoch, so that "applied without a gap" can be
 * determined although batches finish in any order.
 */
export interface Stream {
  name: string;
  database: DatabaseName;
  /** What the store's `watch` takes. */
  collection: string;
  group: boolean;
}

/** Longest time from the store to the watcher: "nothing outstanding" does not cover changes younger than this. */
const DELIVERY_MS = 1_000;

export interface ClaimedStream {
  name: string;
  epoch: number;
  position: string | null;
}

/** One batch of a stream, as its job carries it. */
export interface StreamRange {
  stream: string;
  epoch: number;
  /** 1, 2, 3 … within the epoch. */
  sequence: number;
  /** The stream's position after this batch. */
  position: string;
}

/** One stream per database where the store can watch everything at once, else one per collection. */
export function streamsOf(documents: Documents, projections: readonly AnyProjection[]): Stream[] {
  const streams = new Map<string, Stream>();
  for (const { database, collection, group = false } of projections) {
    const stream = documents[database].watchesEverything
      ? { name: `${database}/*`, database, collection: '*', group: false }
      : { name: `${database}/${group ? '**/' : ''}${collection}`, database, collection, group };
    streams.set(stream.name, stream);
  }
  return [...streams.values()];
}

export async function ensureStreams(sql: ImpatientSql, names: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO sync_streams (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [names]);
}

/** Counters as float8: bigint columns would arrive as BigInt. */
const CLAIMED = 'name, epoch::float8 AS epoch, position';

/** Claims the streams that nobody holds (never held, released, or with an expired lease). Each claim is a new epoch. */
export async function claimStreams(
  sql: ImpatientSql,
  options: { names: readonly string[]; holder: string; leaseMs: number },
): Promise<ClaimedStream[]> {
  const { rows } = await sql.query<ClaimedStream>(
    `UPDATE sync_streams SET holder = $2, lease_until = now() + $3 * interval '1 millisecond', epoch = epoch + 1, finished_sequence = 0
     WHERE name = ANY($1) AND (holder IS NULL OR lease_until < now()) RETURNING ${CLAIMED}`,
    [options.names, options.holder, options.leaseMs],
  );
  return rows;
}

/** Starts a new epoch at the durable position, when enqueued work seems lost. null: no longer held by us. */
export async function restartStream(sql: ImpatientSql, options: { name: string; holder: string }): Promise<ClaimedStream | null> {
  const { rows } = await sql.query<ClaimedStream>(
    `UPDATE sync_streams SET epoch = epoch + 1, finished_sequence = 0 WHERE name = $1 AND holder = $2 RETURNING ${CLAIMED}`,
    [options.name, options.holder],
  );
  return rows[0] ?? null;
}

/** A watcher's latest report. */
export interface StreamReport {
  name: string;
  epoch: number;
  /** Everything written up to here is applied; null leaves the stored value. */
  freshAt: Date | 'now' | null;
  pendingChanges: number;
  lastError: string | null;
}

/** Renews the leases and stores the reports. Returns the streams still held in that epoch, with their progress. */
export async function renewStreams(
  sql: ImpatientSql,
  options: { holder: string; leaseMs: number; reports: readonly StreamReport[] },
): Promise<Map<string, number>> {
  const { holder, leaseMs, reports } = options;
  const { rows } = await sql.query<{ name: string; finished: number }>(
    `UPDATE sync_streams s SET lease_until = now() + $2 * interval '1 millisecond', pending_changes = r."pendingChanges",
       fresh_at = CASE r."freshAt" WHEN 'now' THEN now() - interval '${DELIVERY_MS} milliseconds' ELSE coalesce(r."freshAt"::timestamptz, s.fresh_at) END,
       last_error = coalesce(r."lastError", s.last_error), last_error_at = CASE WHEN r."lastError" IS NULL THEN s.last_error_at ELSE now() END
     FROM jsonb_to_recordset($3::jsonb) AS r(name text, epoch bigint, "freshAt" text, "pendingChanges" integer, "lastError" text)
     WHERE s.name = r.name AND s.epoch = r.epoch AND s.holder = $1 RETURNING s.name, s.finished_sequence::float8 AS finished`,
    [holder, leaseMs, JSON.stringify(reports)],
  );
  return new Map(rows.map((row) => [row.name, row.finished]));
}

/** Releases streams at once, so that another worker need not wait for the lease to expire. */
export async function releaseStreams(sql: ImpatientSql, holder: string): Promise<void> {
  await sql.query('UPDATE sync_streams SET holder = NULL, lease_until = NULL WHERE holder = $1', [holder]);
}

/** Batches of this epoch applied without a gap; null when the stream is in another epoch. */
export async function readProgress(sql: Sql, name: string, epoch: number): Promise<number | null> {
  const query = 'SELECT finished_sequence::float8 AS finished FROM sync_streams WHERE name = $1 AND epoch = $2';
  return (await sql.query<{ finished: number }>(query, [name, epoch])).rows[0]?.finished ?? null;
}

/**
 * Records that a batch is applied, in the transaction that applied it. The durable position advances only without gaps; a batch that
 * finishes early waits in `sync_ranges`. Work of an earlier epoch is applied but not counted: its changes come again in the current one.
 */
export async function finishRange(client: SqlClient, range: StreamRange): Promise<void> {
  const { stream, epoch, sequence } = range;
  const found = await client.query<{ epoch: number; finished: number }>(
    'SELECT epoch::float8 AS epoch, finished_sequence::float8 AS finished FROM sync_streams WHERE name = $1 FOR UPDATE',
    [stream],
  );
  const progress = found.rows[0];
  if (progress?.epoch !== epoch || sequence <= progress.finished) return;
  const { rows: waiting } = await client.query<{ sequence: number; position: string }>(
    'SELECT sequence::float8 AS sequence, position FROM sync_ranges WHERE stream = $1 AND epoch = $2 ORDER BY sequence',
    [stream, epoch],
  );
  if (sequence !== progress.finished + 1) {
    const insert = 'INSERT INTO sync_ranges (stream, epoch, sequence, position) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING';
    await client.query(insert, [stream, epoch, sequence, range.position]);
    return;
  }
  let last: { sequence: number; position: string } = range;
  for (const early of waiting) if (early.sequence === last.sequence + 1) last = early;
  const move = 'UPDATE sync_streams SET finished_sequence = $2, position = $3, moved_at = now() WHERE name = $1';
  await client.query(move, [stream, last.sequence, last.position]);
  if (waiting.length > 0 || sequence === 1) {
    const forget = 'DELETE FROM sync_ranges WHERE stream = $1 AND (epoch < $2 OR (epoch = $2 AND sequence <= $3))';
    await client.query(forget, [stream, epoch, last.sequence]);
  }
}

/** As `finishRange`, for a batch with nothing to apply. */
export async function skipRange(sql: Sql, range: StreamRange): Promise<void> {
  await inTransaction(sql, (client) => finishRange(client, range));
}
