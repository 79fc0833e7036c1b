import type { Documents } from '../../ports/documents/document-store.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { applyRows } from './apply-rows.ts';
import { readFreshness } from '../freshness.ts';
import { createProjectionIndex } from './project-documents.ts';
import type { AnyProjection } from '../projection.ts';
import { readChangedDocuments } from './read-documents.ts';
import type { Freshness, ReadModel } from '../read-model.ts';

/** Every list and report reads the freshness; the watchers write it once a second. */
const FRESHNESS_CACHE_MS = 500;

export interface ReadModelOptions {
  sql: Sql;
  documents: Documents;
  log: Log;
  projections: readonly AnyProjection[];
}

/** The read model as features use it. @throws when two projections claim the same collection or table */
export function createReadModel({ sql, documents, log, projections }: ReadModelOptions): ReadModel {
  const index = createProjectionIndex(projections);
  let known: { at: number; freshness: Promise<Freshness> } | null = null;
  return {
    async projectNow(database, paths) {
      try {
        const changes = paths.map((path) => ({ path }));
        const tables = await readChangedDocuments({ sql, store: documents[database], index }, changes);
        const { failed } = await applyRows(sql, tables);
        if (failed > 0) log.error({ database, paths, failed }, 'documents could not be projected, see sync_failures');
      } catch (error) {
        // The write is stored; the sync will bring the rows.
        log.warn({ err: error, database, paths }, 'projecting right after a write');
      }
    },
    freshness() {
      const now = Date.now();
      if (!known || now - known.at > FRESHNESS_CACHE_MS) {
        const freshness = readFreshness(sql);
        known = { at: now, freshness };
        // A failure goes to the caller and is not cached.
        freshness.catch(() => {
          known = null;
        });
      }
      return known.freshness;
    },
  };
}
