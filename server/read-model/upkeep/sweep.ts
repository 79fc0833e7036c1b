import type { Documents, StoredDocument } from '../../ports/documents/document-store.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { applyRows, failurePath, forgetFailures } from '../sync/apply-rows.ts';
import { comparePages, type WalkOptions } from './compare-pages.ts';
import { projectAll, unkeepable, type ProjectionIndex } from '../sync/project-documents.ts';
import { nameOf, ownRows, pathOf, type AnyProjection } from '../projection.ts';
import { projectionShape } from '../projection-shape.ts';
import { settleNames } from '../sync/named-records.ts';
import { readChangedDocuments } from '../sync/read-documents.ts';
import { findDifferences, type Difference } from './find-differences.ts';
import { recheckDifferences } from './recheck-differences.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

export interface SweepServices {
  sql: Sql;
  documents: Documents;
  index: ProjectionIndex;
  log: Log;
}

export interface SweepOptions extends WalkOptions {
  /** Also rewrites rows whose columns differ at the same version: `rebuild`. */
  rewrite: boolean;
}

export interface SweepResult {
  table: string;
  documents: number;
  /** Documents whose row was right when checked. */
  equal: number;
  missing: number;
  stale: number;
  extra: number;
  /** Rows whose columns were repaired although their version was right; only found by a rebuild. */
  rewritten: number;
  /** Documents that cannot be projected or stored (see sync_failures). */
  failed: number;
}

const PATIENCE_MS = 2_000;

/**
 * Goes through every document of a collection and repairs its table with the same projector and upsert as the sync: lists keep working, and
 * concurrent changes are newer and win. The result is stored in `reconcile_results`.
 */
export async function sweepCollection(services: SweepServices, projection: AnyProjection, options: SweepOptions): Promise<SweepResult> {
  const { sql, log } = services;
  const startedAt = new Date();
  const result: SweepResult = { table: projection.table, documents: 0, equal: 0, missing: 0, stale: 0, extra: 0, rewritten: 0, failed: 0 };
  /** Documents that failed and are gone: without a row, nothing else notices that. */
  const goneFailures = await failedPaths(sql, projection);
  const before = async (page: readonly StoredDocument[]): Promise<void> => {
    if (!options.rewrite) return;
    const applied = await applyRows(sql, [{ projection, ...projectAll(projection, page) }], { mode: 'repair' });
    result.rewritten += applied.inserted + applied.updated;
  };
  for await (const page of comparePages(services, projection, { ...options, before })) {
    result.documents += page.documents.length + page.unkeepable.length;
    const unkept = page.unkeepable.map(unkeepable);
    const [refused, differing] = await splitRefused(sql, projection, page.different);
    const settled = await recheckDifferences(differing, options.patienceMs ?? PATIENCE_MS, (ids) =>
      findDifferences(services, projection, ids),
    );
    // A row that is ahead of its document is as wrong as one that is behind.
    for (const { kind } of settled) result[kind === 'ahead' ? 'stale' : kind] += 1;
    result.equal += page.documents.length - documentsAmong(page.documents, [...settled, ...refused]);
    result.failed += await repairRows(services, projection, [...settled, ...refused]);
    result.failed += (await applyRows(sql, [{ projection, rows: [], failures: unkept }])).failed;
    for (const { path } of [...page.documents, ...unkept]) goneFailures.delete(failurePath(path));
  }
  await forgetFailures(sql, projection.database, [...goneFailures]);
  // Catches up for a process killed between writing rows and settling names.
  await settleNames(sql, [projection.table]);
  await storeResult(sql, projection, { ...result, startedAt, rewrite: options.rewrite });
  log.info({ ...result, rewrite: options.rewrite }, 'collection swept');
  return result;
}

/** Records that an empty table was filled with all documents of its collection: the result that a sweep would have. */
export async function recordFilled(sql: Sql, projection: AnyProjection, { documents, startedAt }: { documents: number; startedAt: Date }) {
  const { table } = projection;
  const found: SweepResult = { table, documents, equal: documents, missing: 0, stale: 0, extra: 0, rewritten: 0, failed: 0 };
  await storeResult(sql, projection, { ...found, startedAt, rewrite: true });
}

/** Documents that could not be projected differ for certain: they are retried without waiting. */
async function splitRefused(
  sql: Sql,
  projection: AnyProjection,
  ids: readonly string[],
): Promise<[refused: Difference[], others: string[]]> {
  if (ids.length === 0) return [[], []];
  const paths = await failedPaths(sql, projection);
  const isRefused = (id: string) => paths.has(failurePath(pathOf(projection, id)));
  const refused = ids.filter(isRefused).map((id) => ({ id, path: pathOf(projection, id), kind: 'stale' as const, rowVersion: null }));
  return [refused, ids.filter((id) => !isRefused(id))];
}

async function failedPaths(sql: Sql, { database, table }: AnyProjection): Promise<Set<string>> {
  const query = 'SELECT path FROM sync_failures WHERE database = $1 AND table_name = $2';
  return new Set((await sql.query<{ path: string }>(query, [database, table])).rows.map(({ path }) => path));
}

/** How many of the documents differ; rows without a document do not count here. */
function documentsAmong(documents: readonly StoredDocument[], differing: readonly Difference[]): number {
  const paths = new Set(documents.map((document) => document.path));
  return differing.filter((difference) => paths.has(difference.path)).length;
}

async function repairRows(
  { sql, documents, index }: SweepServices,
  projection: AnyProjection,
  differing: readonly Difference[],
): Promise<number> {
  if (differing.length === 0) return 0;
  for (const { id, kind, rowVersion } of differing) {
    // An older version never replaces a row: one with a version that its document never had must be deleted first.
    const drop = `DELETE FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND id = $1 AND source_version = $2`;
    if (kind === 'ahead') await sql.query(drop, [id, rowVersion]);
  }
  const tables = await readChangedDocuments({ sql, store: documents[projection.database], index }, differing);
  return (await applyRows(sql, tables, { mode: 'repair' })).failed;
}

async function storeResult(
  sql: Sql,
  projection: AnyProjection,
  result: SweepResult & { startedAt: Date; rewrite: boolean },
): Promise<void> {
  const { documents, equal, missing, stale, extra, failed, startedAt, rewrite } = result;
  await sql.query(
    `INSERT INTO reconcile_results AS r (table_name, database, documents, equal, missing, stale, extra, failed, started_at, finished_at, shape)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10)
     ON CONFLICT (table_name) DO UPDATE SET documents = excluded.documents, equal = excluded.equal, missing = excluded.missing,
       stale = excluded.stale, extra = excluded.extra, failed = excluded.failed, started_at = excluded.started_at, finished_at = excluded.finished_at,
       shape = coalesce(nullif(excluded.shape, ''), r.shape)`,
    [
      nameOf(projection),
      projection.database,
      documents,
      equal,
      missing,
      stale,
      extra,
      failed,
      startedAt,
      rewrite ? projectionShape(projection) : '',
    ],
  );
}
