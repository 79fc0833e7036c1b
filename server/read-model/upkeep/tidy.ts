import type { Documents } from '../../ports/documents/document-store.ts';
import type { EmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { AnyProjection } from '../projection.ts';
import { foldRowTotals } from './row-totals.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';

/** Longer than any replay: a worker that was down longer gets the rest from the sweep. */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Removes what is no longer needed: old tombstones, changes that every stream has long applied, single increments of totals. */
export async function tidyReadModel(
  { sql, documents }: { sql: Sql; documents: Documents },
  projections: readonly AnyProjection[],
): Promise<void> {
  const before = new Date(Date.now() - RETENTION_DAYS * DAY_MS);
  for (const { table } of projections) {
    const beforeMicros = BigInt(before.getTime()) * 1_000n;
    await sql.query(`DELETE FROM ${quoteIdentifier(table)} WHERE source_deleted AND source_version < $1`, [beforeMicros]);
  }
  for (const store of Object.values(documents)) if (hasChangeLog(store)) await store.pruneChanges(before);
  await foldRowTotals(sql);
}

/** The embedded store keeps its own change log; Firestore manages its own. */
function hasChangeLog(store: object): store is Pick<EmbeddedDocumentStore, 'pruneChanges'> {
  return 'pruneChanges' in store;
}
