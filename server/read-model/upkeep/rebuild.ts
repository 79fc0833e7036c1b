import type { AnyProjection } from '../projection.ts';
import { sortReferencedFirst } from '../sync/named-records.ts';
import { ensureStreams, streamsOf } from '../sync/sync-streams.ts';
import { sweepCollection, type SweepOptions, type SweepResult, type SweepServices } from './sweep.ts';

/**
 * Projects every document of the given collections (default: all) into its table and removes rows without a document. Lists keep working
 * meanwhile; concurrent changes are newer and win.
 */
export async function rebuildReadModel(
  services: SweepServices,
  { projections, ...options }: { projections?: readonly AnyProjection[] } & Omit<SweepOptions, 'rewrite'> = {},
): Promise<SweepResult[]> {
  const startedAt = new Date();
  const results: SweepResult[] = [];
  for (const projection of sortReferencedFirst(projections ?? services.index.all)) {
    results.push(await sweepCollection(services, projection, { ...options, rewrite: true }));
  }
  if (!projections) await recordFreshness(services, startedAt);
  return results;
}

/** Until a watcher reports, everything counts as fresh as of the rebuild. */
export async function recordFreshness(
  { sql, documents, index }: Pick<SweepServices, 'sql' | 'documents' | 'index'>,
  at: Date,
): Promise<void> {
  const names = streamsOf(documents, index.all).map((stream) => stream.name);
  await ensureStreams(sql, names);
  await sql.query('UPDATE sync_streams SET fresh_at = $2 WHERE name = ANY($1) AND (fresh_at IS NULL OR fresh_at < $2)', [names, at]);
}
