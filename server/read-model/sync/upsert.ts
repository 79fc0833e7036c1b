import { errorCode } from '../../platform/error-code.ts';
import type { SqlClient } from '../../platform/sql/sql.ts';
import type { AnyProjection } from '../projection.ts';
import { recordset, toJson, type SourceRow } from './recordset.ts';
import { storeUnread } from './store-unread.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

export interface RowFailure {
  path: string;
  version: bigint;
  reason: string;
}

export interface UpsertResult {
  inserted: number;
  updated: number;
  failures: RowFailure[];
}

/**
 * `newer`: only versions newer than the row. `repair`: also a row of the same version whose columns differ
 * (edited by hand, or projected by older code).
 */
export type UpsertMode = 'newer' | 'repair';

const CHUNK_ROWS = 1_000;
/** Errors caused by a row's own content; any other (connection, deadlock, missing table) fails the whole batch. */
const CONTENT_ERROR_CLASSES = new Set(['21', '22', '23', '54']);
const STATEMENTS = new WeakMap<AnyProjection, Record<UpsertMode, string>>();

/**
 * Writes rows in bulk, with their unread fields, inside the caller's transaction. Of several versions of one id the newest counts, also
 * within the batch; an older one never replaces a newer one. A row that the database refuses, itself or its unread fields, is found by
 * bisection and returned as a failure: the others are written.
 */
export async function upsertRows(
  client: SqlClient,
  projection: AnyProjection,
  rows: readonly SourceRow[],
  mode: UpsertMode = 'newer',
): Promise<UpsertResult> {
  const result: UpsertResult = { inserted: 0, updated: 0, failures: [] };
  const statement = upsertStatement(projection, mode);
  const write = async (part: readonly SourceRow[]) => {
    await client.query('SAVEPOINT chunk');
    try {
      const { rows: counts } = await client.query<{ inserted: bigint; updated: bigint }>(statement, [toJson(projection, part)]);
      await storeUnread(client, projection, part);
      await client.query('RELEASE SAVEPOINT chunk');
      result.inserted += Number(counts[0]?.inserted ?? 0);
      result.updated += Number(counts[0]?.updated ?? 0);
    } catch (error) {
      if (isContentError(error)) await client.query('ROLLBACK TO SAVEPOINT chunk');
      throw error;
    }
  };
  const newest = newestOfEach(rows);
  for (let start = 0; start < newest.length; start += CHUNK_ROWS) {
    await bisect(newest.slice(start, start + CHUNK_ROWS), write, ({ path, version }, reason) =>
      result.failures.push({ path, version, reason }),
    );
  }
  return result;
}

/** Runs `work` on all rows together, or, where the database refuses the content of one, on ever smaller halves: `refused` gets that row. */
export async function bisect(
  rows: readonly SourceRow[],
  work: (rows: readonly SourceRow[]) => Promise<void>,
  refused: (row: SourceRow, reason: string) => void,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  try {
    await work(rows);
  } catch (error) {
    if (!isContentError(error)) throw error;
    if (rows.length === 1) return refused(first, error.message);
    const middle = Math.ceil(rows.length / 2);
    await bisect(rows.slice(0, middle), work, refused);
    await bisect(rows.slice(middle), work, refused);
  }
}

/** Sorted by id, so that transactions that touch the same rows lock them in the same order. */
function newestOfEach(rows: readonly SourceRow[]): SourceRow[] {
  const byId = new Map<string, SourceRow>();
  for (const row of rows) {
    const known = byId.get(row.id);
    if (!known || known.version < row.version) byId.set(row.id, row);
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Whether Postgres refused a value (as opposed to being away, deadlocked or without the table). */
function isContentError(error: unknown): error is Error {
  return CONTENT_ERROR_CLASSES.has(errorCode(error).slice(0, 2));
}

function upsertStatement(projection: AnyProjection, mode: UpsertMode): string {
  const known = STATEMENTS.get(projection) ?? { newer: buildUpsert(projection, 'newer'), repair: buildUpsert(projection, 'repair') };
  STATEMENTS.set(projection, known);
  return known[mode];
}

function buildUpsert(projection: AnyProjection, mode: UpsertMode): string {
  const columns = Object.keys(projection.columns);
  const own = [...columns, 'source_deleted'].map(quoteIdentifier);
  const assigned = [...own, 'source_version'].map((column) => `${column} = excluded.${column}`).join(', ');
  const columnsAs = (alias: string) => `(${own.map((column) => `${alias}.${column}`).join(', ')})`;
  const newer = 't.source_version < excluded.source_version';
  const changedByHand = `t.source_version = excluded.source_version AND ${columnsAs('t')} IS DISTINCT FROM ${columnsAs('excluded')}`;
  const guard = mode === 'newer' ? newer : `${newer} OR (${changedByHand})`;
  const names = ['id', ...own, 'source_version'].join(', ');
  const [origin, value, key] = projection.shared
    ? ['source_database, ', `'${projection.database}', `, 'source_database, id']
    : ['', '', 'id'];
  // xmax is 0 only on a row that this statement inserted.
  return `WITH written AS (
    INSERT INTO ${quoteIdentifier(projection.table)} AS t (${origin}${names})
    SELECT ${value}${names} FROM ${recordset(projection)}
    ON CONFLICT (${key}) DO UPDATE SET ${assigned} WHERE ${guard}
    RETURNING (t.xmax = 0) AS inserted)
  SELECT count(*) FILTER (WHERE inserted) AS inserted, count(*) FILTER (WHERE NOT inserted) AS updated FROM written`;
}
