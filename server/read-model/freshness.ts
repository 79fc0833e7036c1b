import type { Sql } from '../platform/sql/sql.ts';
import type { Freshness } from './read-model.ts';

/** Over this many seconds the delay is unusual: the screen says so. */
export const DELAYED_AFTER_SECONDS = 10;

export interface FreshnessRow {
  as_of: Date | null;
  behind_seconds: number | null;
  settled: boolean | null;
}

/**
 * How fresh the tables are, from what the watchers recorded: the stream furthest behind counts. A stream that nobody watches keeps its last
 * time, so that a worker or queue that is down shows. A SELECT of exactly one FreshnessRow, for statements that read more at once.
 */
export const SELECT_FRESHNESS = `
  SELECT CASE WHEN bool_and(fresh_at IS NOT NULL) THEN min(fresh_at) END AS as_of,
    extract(epoch FROM now() - min(coalesce(fresh_at, 'epoch')))::float8 AS behind_seconds,
    bool_and(pending_changes = 0 AND coalesce(lease_until > now(), false) AND coalesce(fresh_at > now() - interval '${DELAYED_AFTER_SECONDS} seconds', false)) AS settled
  FROM sync_streams`;

export async function readFreshness(sql: Sql): Promise<Freshness> {
  return toFreshness((await sql.query<FreshnessRow>(SELECT_FRESHNESS)).rows[0]);
}

export function toFreshness(row: FreshnessRow | undefined): Freshness {
  const behind = Math.max(0, row?.behind_seconds ?? Number.POSITIVE_INFINITY);
  const asOf = row?.as_of ?? null;
  if (row?.settled) return { asOf, lagSeconds: 0, delayed: false };
  const lagSeconds = Number.isFinite(behind) ? behind : Math.floor(Date.now() / 1_000);
  return { asOf, lagSeconds, delayed: lagSeconds > DELAYED_AFTER_SECONDS };
}
