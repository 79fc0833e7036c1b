import type { DatabaseName, StoredDocument } from '../../ports/documents/document-store.ts';
import { nameOf, ownsPath, rowIdOf, type AnyProjection } from '../projection.ts';
import { findUnread } from '../unread.ts';
import type { SourceRow } from './recordset.ts';
import type { RowFailure } from './upsert.ts';

/** Finds the projection of a document path; null for collections without one (their changes are ignored). */
export interface ProjectionIndex {
  readonly all: readonly AnyProjection[];
  find(database: DatabaseName, path: string): AnyProjection | null;
  /** By `nameOf`: a table filled from two databases has two. */
  byTable(name: string): AnyProjection | null;
}

/** @throws when two projections claim the same collection or table, or a group lacks `rowId` or `pathOf` */
export function createProjectionIndex(projections: readonly AnyProjection[]): ProjectionIndex {
  const byCollection = new Map<string, AnyProjection>();
  const byTable = new Map<string, AnyProjection>();
  for (const projection of projections) {
    const key = indexKey(projection.database, projection.collection, projection.group ?? false);
    const others = projections.filter((other) => other !== projection && other.table === projection.table);
    const isShared = projection.shared && others.every((other) => other.shared && other.database !== projection.database);
    if (byCollection.has(key) || (others.length > 0 && !isShared))
      throw new Error(`two projections for ${key} or table ${projection.table}`);
    if (projection.group && !(projection.rowId && projection.pathOf)) throw new Error(`projection of ${key} needs rowId and pathOf`);
    byCollection.set(key, projection);
    byTable.set(nameOf(projection), projection);
  }
  return {
    all: projections,
    find(database, path) {
      const collection = path.slice(0, path.lastIndexOf('/'));
      const exact = byCollection.get(indexKey(database, collection, false));
      if (exact) return exact;
      const group = byCollection.get(indexKey(database, collection.slice(collection.lastIndexOf('/') + 1), true));
      return group && ownsPath(group, path) ? group : null;
    },
    byTable: (name) => byTable.get(name) ?? null,
  };
}

const indexKey = (database: DatabaseName, collection: string, group: boolean) => `${database}/${group ? '**/' : ''}${collection}`;

export interface Projected {
  rows: SourceRow[];
  failures: RowFailure[];
}

/** Projects documents of one collection; one that the projection cannot read becomes a failure, not an exception. */
export function projectAll(projection: AnyProjection, documents: readonly StoredDocument[]): Projected {
  const projected: Projected = { rows: [], failures: [] };
  for (const document of documents) projectOne(projection, document, false, projected);
  return projected;
}

/** A document whose id no row can keep. */
export function unkeepable({ path, version }: Pick<StoredDocument, 'path' | 'version'>): RowFailure {
  return { path: path.replaceAll('\0', '␀'), version, reason: 'su id tiene un byte cero, que PostgreSQL no guarda' };
}

/** The tombstone of a document that is gone: the row of an empty document, marked deleted, so that nothing of it is kept. */
export function projectTombstones(projection: AnyProjection, gone: readonly { path: string; version: bigint }[]): Projected {
  const projected: Projected = { rows: [], failures: [] };
  for (const { path, version } of gone) {
    const separator = path.lastIndexOf('/');
    const empty = { path, id: path.slice(separator + 1), collection: path.slice(0, separator), data: {}, version, createdVersion: version };
    projectOne(projection, empty, true, projected);
  }
  return projected;
}

function projectOne(projection: AnyProjection, document: StoredDocument, deleted: boolean, into: Projected): void {
  const { path, version } = document;
  try {
    const values = projection.project(document);
    const unread = deleted ? [] : findUnread(projection, document, values);
    into.rows.push({ path, id: rowIdOf(projection, path), version, deleted, values, ...(unread.length > 0 && { unread }) });
  } catch (error) {
    into.failures.push({ path, version, reason: `projection: ${error instanceof Error ? error.message : String(error)}` });
  }
}
