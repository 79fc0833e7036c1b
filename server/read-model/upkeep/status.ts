import type { Sql } from '../../platform/sql/sql.ts';
import { nameOf, ownRows, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

export interface StreamStatus {
  name: string;
  position: string | null;
  watched: boolean;
  pendingChanges: number;
  freshAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
}

export interface TableStatus {
  table: string;
  rows: number;
  tombstones: number;
  failures: number;
  reconciledAt: Date | null;
  missing: number;
  stale: number;
  extra: number;
}

export interface FailedDocument {
  database: string;
  path: string;
  reason: string;
  failedAt: Date;
}

/** The state of the sync for an operator: how far each stream is, what each table holds, what could not be projected. */
export async function readStatus(
  sql: Sql,
  projections: readonly AnyProjection[],
): Promise<{ streams: StreamStatus[]; tables: TableStatus[]; failures: FailedDocument[] }> {
  const streams = await sql.query<StreamStatus>(
    `SELECT name, position, coalesce(lease_until > now(), false) AS watched, pending_changes AS "pendingChanges", fresh_at AS "freshAt",
       last_error AS "lastError", last_error_at AS "lastErrorAt" FROM sync_streams ORDER BY name`,
  );
  const failures = await sql.query<FailedDocument>(
    'SELECT database, path, reason, failed_at AS "failedAt" FROM sync_failures ORDER BY failed_at DESC LIMIT 100',
  );
  const tables: TableStatus[] = [];
  for (const projection of projections) tables.push(await readTableStatus(sql, projection));
  return { streams: streams.rows, tables, failures: failures.rows };
}

async function readTableStatus(sql: Sql, projection: AnyProjection): Promise<TableStatus> {
  const name = nameOf(projection);
  const { rows } = await sql.query<TableStatus>(
    `SELECT $1::text AS table, counted.rows, counted.tombstones, (SELECT count(*)::int FROM sync_failures WHERE table_name = $2 AND database = $3) AS failures,
       r.finished_at AS "reconciledAt", coalesce(r.missing, 0)::int AS missing, coalesce(r.stale, 0)::int AS stale, coalesce(r.extra, 0)::int AS extra
     FROM (SELECT count(*) FILTER (WHERE NOT source_deleted)::int AS rows, count(*) FILTER (WHERE source_deleted)::int AS tombstones
       FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)}) counted
     LEFT JOIN reconcile_results r ON r.table_name = $1`,
    [name, projection.table, projection.database],
  );
  return rows[0] ?? { table: name, rows: 0, tombstones: 0, failures: 0, reconciledAt: null, missing: 0, stale: 0, extra: 0 };
}
