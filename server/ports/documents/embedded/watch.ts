import { invalidDocument, WatchGapError } from '../document-errors.ts';
import { parseCollectionPath, parseDocumentPath } from '../document-path.ts';
import { ALL_COLLECTIONS, type DatabaseName, type DocumentChange, type Watcher, type WatchOptions } from '../document-store.ts';
import { MAX_BATCH_CHANGES, WatchLoop } from '../watch-loop.ts';
import type { WakeUp } from './wake-up.ts';
import type { Sql } from '../../../platform/sql/sql.ts';

/** Poll interval: the maximum delay after a lost NOTIFY. */
const POLL_MS = 1_000;
/** Pauses while a transaction is still running whose changes may precede those already there. */
const SETTLE_FIRST_MS = 2;
const SETTLE_LONGEST_MS = 50;

interface Position {
  xid: string;
  seq: string;
}

interface ChangeRow {
  xid: string | null;
  seq: string;
  path: string;
  version: bigint;
  deleted: boolean;
  settled: boolean;
  missed: boolean;
}

/**
 * Changes after a position by (xid, seq), but only from transactions older than every running one: no earlier change can be added before
 * these any more. One row always comes back, so that a gap shows even when there is nothing to read.
 */
const READ = `
  WITH horizon AS MATERIALIZED (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS xmin),
  gap AS MATERIALIZED (
    SELECT EXISTS (SELECT 1 FROM documents.pruned_changes p WHERE p.database = $1 AND (p.xid, p.seq) > ($2::xid8, $3::bigint)) AS missed
  )
  SELECT c.xid::text, c.seq::text, c.path, c.version, c.deleted, c.xid < h.xmin AS settled, g.missed
  FROM horizon h CROSS JOIN gap g LEFT JOIN LATERAL (
    SELECT * FROM documents.changes c WHERE c.database = $1 AND (c.xid, c.seq) > ($2::xid8, $3::bigint)
    ORDER BY c.xid, c.seq LIMIT ${MAX_BATCH_CHANGES}
  ) c ON true ORDER BY c.xid, c.seq`;

/** Positions from the cluster that this one was restored from are meaningless here: transaction ids start anew. */
const DROP_FOREIGN = `
  WITH present AS MATERIALIZED (SELECT pg_snapshot_xmax(pg_current_snapshot()) AS xmax),
  changes AS (DELETE FROM documents.changes c USING present p WHERE c.database = $1 AND c.xid >= p.xmax),
  pruned AS (DELETE FROM documents.pruned_changes c USING present p WHERE c.database = $1 AND c.xid >= p.xmax)
  SELECT $2::xid8 >= xmax AS foreign_position FROM present`;

export function watchChanges(services: { sql: Sql; database: DatabaseName; wakeUp: WakeUp }, options: WatchOptions): Watcher {
  const { sql, database, wakeUp } = services;
  const isWanted = collectionFilter(options);
  const from = parsePosition(options.from);
  const watching = new WatchLoop(options);
  const unsubscribe = wakeUp.subscribe(() => watching.wake());
  let position: Position | null = null;
  let settlePause = SETTLE_FIRST_MS;

  watching.start(async () => {
    position ??= await startPosition(sql, database, from, options);
    watching.forgetWake();
    const { rows } = await sql.query<ChangeRow>({ name: 'documents-changes', text: READ, values: [database, position.xid, position.seq] });
    const missed = rows[0]?.missed ?? false;
    if (missed) options.onError(new WatchGapError(options.collection, 'older changes were pruned'));
    const changes = rows.filter((row) => row.xid !== null);
    const settled = changes.filter((row) => row.settled);
    const last = settled.at(-1);
    if (last) {
      position = { xid: last.xid ?? '0', seq: last.seq };
      settlePause = SETTLE_FIRST_MS;
      const wanted = coalesce(settled.filter((row) => isWanted(row.path)).map(toChange));
      if (wanted.length > 0) await watching.deliver({ changes: wanted, position: `${position.xid}:${position.seq}` });
      return;
    }
    if (missed) position = await prunedPosition(sql, database);
    await watching.wait(changes.length > 0 ? settlePause : POLL_MS);
    settlePause = changes.length > 0 ? Math.min(SETTLE_LONGEST_MS, settlePause * 2) : SETTLE_FIRST_MS;
  });
  return {
    async close() {
      unsubscribe();
      await watching.close();
    },
  };
}

/** One change per path: the last one, in its position. */
function coalesce(changes: readonly DocumentChange[]): DocumentChange[] {
  const byPath = new Map<string, DocumentChange>();
  for (const change of changes) {
    byPath.delete(change.path);
    byPath.set(change.path, change);
  }
  return [...byPath.values()];
}

function collectionFilter(options: WatchOptions): (path: string) => boolean {
  if (options.collection === ALL_COLLECTIONS) return () => true;
  const group = parseCollectionPath(options.collection);
  return (path) => {
    const location = parseDocumentPath(path);
    return options.group ? location.group === group : location.collection === options.collection;
  };
}

function parsePosition(from: string | null): Position | null {
  if (from === null) return null;
  const match = /^(\d{1,19}):(\d{1,18})$/.exec(from);
  if (!match?.[1] || !match[2]) throw invalidDocument('not a position of this store');
  return { xid: match[1], seq: match[2] };
}

/** Start position; without a position of this cluster, the oldest change still known. */
async function startPosition(sql: Sql, database: DatabaseName, from: Position | null, options: WatchOptions): Promise<Position> {
  const { rows } = await sql.query<{ foreign_position: boolean }>(DROP_FOREIGN, [database, from?.xid ?? '0']);
  if (from && !rows[0]?.foreign_position) return from;
  if (from) options.onError(new WatchGapError(options.collection, 'the position comes from another database cluster'));
  return prunedPosition(sql, database);
}

async function prunedPosition(sql: Sql, database: DatabaseName): Promise<Position> {
  const { rows } = await sql.query<Position>('SELECT xid::text, seq::text FROM documents.pruned_changes WHERE database = $1', [database]);
  return rows[0] ?? { xid: '0', seq: '0' };
}

function toChange(row: ChangeRow): DocumentChange {
  return { path: row.path, version: BigInt(row.version), kind: row.deleted ? 'deleted' : 'changed' };
}

/**
 * Deletes changes recorded before `olderThan`, and the tombstones of documents deleted before it. Keep at least the longest time that a
 * watcher may be down.
 * @returns how many changes were removed
 */
export async function pruneChanges(sql: Sql, database: DatabaseName, olderThan: Date): Promise<number> {
  const { rows } = await sql.query<{ removed: bigint }>(
    `WITH removed AS (
       DELETE FROM documents.changes WHERE database = $1 AND recorded_at < $2 AND xid < pg_snapshot_xmin(pg_current_snapshot()) RETURNING xid, seq
     ), last AS (
       SELECT xid, seq FROM removed ORDER BY xid DESC, seq DESC LIMIT 1
     ), marked AS (
       INSERT INTO documents.pruned_changes AS p (database, xid, seq) SELECT $1, xid, seq FROM last
       ON CONFLICT (database) DO UPDATE SET xid = excluded.xid, seq = excluded.seq WHERE (p.xid, p.seq) < (excluded.xid, excluded.seq)
     ), tombstones AS (
       DELETE FROM documents.documents WHERE database = $1 AND deleted AND version > 0 AND version < (extract(epoch FROM $2::timestamptz) * 1000000)::bigint
     ) SELECT count(*) AS removed FROM removed`,
    [database, olderThan],
  );
  return Number(rows[0]?.removed ?? 0);
}
