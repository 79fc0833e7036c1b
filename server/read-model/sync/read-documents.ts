import type { DocumentStore, StoredDocument } from '../../ports/documents/document-store.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { TableRows } from './apply-rows.ts';
import { projectAll, projectTombstones, type ProjectionIndex } from './project-documents.ts';
import { ownRows, rowIdOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

/** A changed document. Without a version it is only known to have been written. */
export interface ChangedPath {
  path: string;
  version?: bigint;
  deleted?: boolean;
}

/**
 * Reads changed documents again and projects their current state: a change only says where to look, so replayed, repeated and reordered
 * changes all lead to the same result.
 *
 * A deleted document becomes a tombstone. Its version must be above every version that the document ever had and below
 * those it may have when it is created again: the version of the delete; one above the announced version; or one above the
 * row's version, read before the document.
 */
export async function readChangedDocuments(
  services: { sql: Sql; store: DocumentStore; index: ProjectionIndex },
  changes: readonly ChangedPath[],
): Promise<TableRows[]> {
  const { sql, store, index } = services;
  const tables: TableRows[] = [];
  for (const [projection, changed] of groupByProjection(index, store, changes)) {
    const unannounced = changed.filter((change) => change.version === undefined);
    const rowVersions = await readRowVersions(sql, projection, unannounced);
    const documents = await store.getMany(changed.map((change) => change.path));
    const present: StoredDocument[] = [];
    const gone: { path: string; version: bigint }[] = [];
    changed.forEach((change, at) => {
      const document = documents[at];
      if (document) {
        present.push(document);
        return;
      }
      const version = tombstoneVersion(change, rowVersions.get(rowIdOf(projection, change.path)));
      if (version !== null) gone.push({ path: change.path, version });
    });
    const live = projectAll(projection, present);
    const dead = projectTombstones(projection, gone);
    tables.push({ projection, rows: [...live.rows, ...dead.rows], failures: [...live.failures, ...dead.failures] });
  }
  return tables;
}

function groupByProjection(
  index: ProjectionIndex,
  store: DocumentStore,
  changes: readonly ChangedPath[],
): Map<AnyProjection, ChangedPath[]> {
  const newestByPath = new Map<string, ChangedPath>();
  for (const change of changes) {
    const known = newestByPath.get(change.path);
    if (!known || (known.version ?? 0n) < (change.version ?? 0n)) newestByPath.set(change.path, change);
  }
  const groups = new Map<AnyProjection, ChangedPath[]>();
  for (const change of newestByPath.values()) {
    const projection = index.find(store.database, change.path);
    if (!projection) continue;
    const group = groups.get(projection);
    if (group) group.push(change);
    else groups.set(projection, [change]);
  }
  return groups;
}

async function readRowVersions(sql: Sql, projection: AnyProjection, changes: readonly ChangedPath[]): Promise<Map<string, bigint>> {
  if (changes.length === 0) return new Map();
  const ids = changes.map((change) => rowIdOf(projection, change.path));
  const query = `SELECT id, source_version FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND id = ANY($1) AND NOT source_deleted`;
  const { rows } = await sql.query<{ id: string; source_version: bigint }>(query, [ids]);
  return new Map(rows.map((row) => [row.id, row.source_version]));
}

function tombstoneVersion(change: ChangedPath, rowVersion: bigint | undefined): bigint | null {
  if (change.version !== undefined) return change.deleted ? change.version : change.version + 1n;
  // Neither a row nor an announced version: no tombstone needed.
  return rowVersion === undefined ? null : rowVersion + 1n;
}
