import { cutText } from '../../domain/bounded-text.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { errorCode } from '../../platform/error-code.ts';
import { inTransaction, type Sql, type SqlClient } from '../../platform/sql/sql.ts';
import { resolveNames, settleNames } from './named-records.ts';
import type { NamedReference } from './recordset.ts';
import type { Projected } from './project-documents.ts';
import type { AnyProjection } from '../projection.ts';
import { storableText } from '../field-readers.ts';
import { upsertRows, type RowFailure, type UpsertMode } from './upsert.ts';

/** Rows of one table to write in a transaction. */
export interface TableRows extends Projected {
  projection: AnyProjection;
}

export interface Applied {
  inserted: number;
  updated: number;
  /** Documents that could not be projected or stored; recorded in `sync_failures`. */
  failed: number;
}

const DEADLOCK_CODES = new Set(['40P01', '40001']);
const MAX_ATTEMPTS = 6;
/** In bytes. The index of `sync_failures` takes entries of up to 2,704, with the name of the database. */
const FAILURE_PATH_MAX = 2_600;
/** Characters; each has at most three bytes. */
const CUT_PATH_MAX = 500;

/**
 * Writes projected rows of any number of tables in one transaction, records failures and deletes those that are fixed. `alongside` runs
 * last in the same transaction, for what must hold exactly when the rows do (a stream's position). Tables are taken in one order, so that
 * two batches rarely deadlock; one that does is retried.
 */
export async function applyRows(
  sql: Sql,
  tables: readonly TableRows[],
  options: { mode?: UpsertMode; alongside?: (client: SqlClient) => Promise<void> } = {},
): Promise<Applied> {
  const ordered = [...tables].sort((a, b) => (a.projection.table < b.projection.table ? -1 : 1));
  const targets = new Set(ordered.map(({ projection }) => projection.table));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const applied = await inTransaction(sql, async (client) => {
        const applied = { inserted: 0, updated: 0, failed: 0 };
        for (const table of ordered) {
          const named = await applyTable(client, table, options.mode ?? 'newer', applied);
          for (const { target } of named) targets.add(target);
        }
        await options.alongside?.(client);
        return applied;
      });
      await settleNames(sql, [...targets]);
      return applied;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !DEADLOCK_CODES.has(errorCode(error))) throw error;
    }
  }
}

/** @returns names in the rows' documents where the portal stores ids */
async function applyTable(
  client: SqlClient,
  { projection, rows: projected, failures }: TableRows,
  mode: UpsertMode,
  applied: Applied,
): Promise<NamedReference[]> {
  const rows = await resolveNames(client, projection, projected);
  const written = await upsertRows(client, projection, rows, mode);
  const failed = [...failures, ...written.failures];
  const failedPaths = new Set(failed.map((failure) => failure.path));
  const mended = rows.map((row) => row.path).filter((path) => !failedPaths.has(path));
  await forgetFailures(client, projection.database, mended);
  await recordFailures(client, projection, failed);
  applied.inserted += written.inserted;
  applied.updated += written.updated;
  applied.failed += failed.length;
  return rows.flatMap(({ named = [] }) => named);
}

/** The path under which a document is set aside: two long ids make one that no index can hold, of which it is the beginning and a digest. */
export function failurePath(path: string): string {
  return Buffer.byteLength(path) <= FAILURE_PATH_MAX ? path : `${cutText(path, CUT_PATH_MAX)}${documentIdOf(path)}`;
}

export async function forgetFailures(client: Pick<SqlClient, 'query'>, database: DatabaseName, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  // Usually there are none at all: then the list of paths is not even sent.
  const { rowCount } = await client.query('SELECT 1 FROM sync_failures WHERE database = $1 LIMIT 1', [database]);
  if (rowCount) await client.query('DELETE FROM sync_failures WHERE database = $1 AND path = ANY($2)', [database, paths.map(failurePath)]);
}

async function recordFailures(client: SqlClient, projection: AnyProjection, failures: readonly RowFailure[]): Promise<void> {
  for (const { path, version, reason } of failures) {
    await client.query(
      `INSERT INTO sync_failures AS f (database, path, table_name, source_version, reason) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (database, path) DO UPDATE SET source_version = excluded.source_version, reason = excluded.reason, failed_at = now()
       WHERE f.source_version <= excluded.source_version`,
      [projection.database, failurePath(path), projection.table, version, storableText(reason.slice(0, 1_000))],
    );
  }
}
