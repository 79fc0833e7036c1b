import type { Documents, DatabaseName } from '../../documents/document-store.ts';
import { inTransaction, type Sql, type SqlClient } from '../../platform/sql.ts';
import type { AnyProjection } from '../projection.ts';

/**
 * The durable side of the sync (docs/decisions/005-sync.md): how far each change stream is applied, and which worker
 * watches it. Positions are the store's own and opaque; batches are counted per epoch, so that "applied without a gap"
 * can be known although batches finish in any order.
 */
export interface Stream {
  name: string;
  database: DatabaseName;
  /** What the store's `watch` takes. */
  collection: string;
  group: boolean;
}

/** What a change may need from the store to the watcher at most: "nothing outstanding" says nothing of changes younger than this. */
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

export async function ensureStreams(sql: Sql, names: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO sync_streams (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [names]);
}

interface StreamRecord {
  name: string;
  epoch: bigint;
  position: string | null;
}

const claimed = (row: StreamRecord): ClaimedStream => ({ name: row.name, epoch: Number(row.epoch), position: row.position });

/** Takes the streams that nobody holds (never held, given back, or the holder's lease ran out). Each claim is a new epoch. */
export async function claimStreams(
  sql: Sql,
  options: { names: readonly string[]; holder: string; leaseMs: number },
): Promise<ClaimedStream[]> {
  const { rows } = await sql.query<StreamRecord>(
    `UPDATE sync_streams SET holder = $2, lease_until = now() + $3 * interval '1 millisecond', epoch = epoch + 1, finished_sequence = 0
     WHERE name = ANY($1) AND (holder IS NULL OR lease_until < now()) RETURNING name, epoch, position`,
    [options.names, options.holder, options.leaseMs],
  );
  return rows.map(claimed);
}

/** Begins a new epoch at the durable position, when work handed out in this one seems lost. null: no longer ours. */
export async function restartStream(sql: Sql, options: { name: string; holder: string }): Promise<ClaimedStream | null> {
  const { rows } = await sql.query<StreamRecord>(
    'UPDATE sync_streams SET epoch = epoch + 1, finished_sequence = 0 WHERE name = $1 AND holder = $2 RETURNING name, epoch, position',
    [options.name, options.holder],
  );
  return rows[0] ? claimed(rows[0]) : null;
}

/** What the watcher found at its last look. */
export interface StreamReport {
  name: string;
  epoch: number;
  /** Everything written up to here is applied; null leaves it as it was. */
  freshAt: Date | 'now' | null;
  pendingChanges: number;
  lastError: string | null;
}

/** Renews the leases and stores the reports. Answers the streams that are still ours in that epoch, with their progress. */
export async function renewStreams(
  sql: Sql,
  options: { holder: string; leaseMs: number; reports: readonly StreamReport[] },
): Promise<Map<string, number>> {
  const { holder, leaseMs, reports } = options;
  const { rows } = await sql.query<{ name: string; finished_sequence: bigint }>(
    `UPDATE sync_streams s SET lease_until = now() + $2 * interval '1 millisecond', pending_changes = r.pending,
       fresh_at = CASE WHEN r.fresh_now THEN now() - interval '${DELIVERY_MS} milliseconds' ELSE coalesce(r.fresh_at, s.fresh_at) END,
       last_error = coalesce(r.error, s.last_error), last_error_at = CASE WHEN r.error IS NULL THEN s.last_error_at ELSE now() END
     FROM unnest($3::text[], $4::bigint[], $5::boolean[], $6::timestamptz[], $7::integer[], $8::text[]) AS r(name, epoch, fresh_now, fresh_at, pending, error)
     WHERE s.name = r.name AND s.epoch = r.epoch AND s.holder = $1 RETURNING s.name, s.finished_sequence`,
    [
      holder,
      leaseMs,
      reports.map((report) => report.name),
      reports.map((report) => report.epoch),
      reports.map((report) => report.freshAt === 'now'),
      reports.map((report) => (report.freshAt instanceof Date ? report.freshAt.toISOString() : null)),
      reports.map((report) => report.pendingChanges),
      reports.map((report) => report.lastError),
    ],
  );
  return new Map(rows.map((row) => [row.name, Number(row.finished_sequence)]));
}

/** Gives streams back at once, so that another worker need not wait for the lease to run out. */
export async function releaseStreams(sql: Sql, holder: string): Promise<void> {
  await sql.query('UPDATE sync_streams SET holder = NULL, lease_until = NULL WHERE holder = $1', [holder]);
}

/** Batches of this epoch applied without a gap; null when the stream is in another epoch by now. */
export async function readProgress(sql: Sql, name: string, epoch: number): Promise<number | null> {
  const { rows } = await sql.query<{ finished_sequence: bigint }>(
    'SELECT finished_sequence FROM sync_streams WHERE name = $1 AND epoch = $2',
    [name, epoch],
  );
  return rows[0] ? Number(rows[0].finished_sequence) : null;
}

/**
 * Notes that a batch is applied, in the transaction that applied it. The durable position moves only over batches
 * without a gap; a batch that finishes early waits in `sync_ranges`. Work of an earlier epoch is applied but not
 * counted: its changes come again in the present one.
 */
export async function finishRange(client: SqlClient, range: StreamRange): Promise<void> {
  const {
    rows: [stream],
  } = await client.query<{ epoch: bigint; finished_sequence: bigint }>(
    'SELECT epoch, finished_sequence FROM sync_streams WHERE name = $1 FOR UPDATE',
    [range.stream],
  );
  if (!stream || Number(stream.epoch) !== range.epoch || range.sequence <= Number(stream.finished_sequence)) return;
  const { rows: waiting } = await client.query<{ sequence: bigint; position: string }>(
    'SELECT sequence, position FROM sync_ranges WHERE stream = $1 AND epoch = $2 ORDER BY sequence',
    [range.stream, range.epoch],
  );
  let next = Number(stream.finished_sequence) + 1;
  if (range.sequence !== next) {
    await client.query('INSERT INTO sync_ranges (stream, epoch, sequence, position) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      range.stream,
      range.epoch,
      range.sequence,
      range.position,
    ]);
    return;
  }
  let position = range.position;
  for (const early of waiting) {
    if (Number(early.sequence) !== next + 1) break;
    next += 1;
    position = early.position;
  }
  await client.query('UPDATE sync_streams SET finished_sequence = $2, position = $3, moved_at = now() WHERE name = $1', [
    range.stream,
    next,
    position,
  ]);
  if (waiting.length > 0 || range.sequence === 1) {
    await client.query('DELETE FROM sync_ranges WHERE stream = $1 AND (epoch < $2 OR (epoch = $2 AND sequence <= $3))', [
      range.stream,
      range.epoch,
      next,
    ]);
  }
}

/** As `finishRange`, for a batch that holds nothing to apply. */
export async function skipRange(sql: Sql, range: StreamRange): Promise<void> {
  await inTransaction(sql, (client) => finishRange(client, range));
}
