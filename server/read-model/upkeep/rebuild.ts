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
  const results = await sweepCollections(services, projections ?? services.index.all, { ...options, rewrites: () => true });
  if (!projections) await recordFreshness(services, startedAt);
  return results;
}

/**
 * Referenced collections first. One that cannot be read does not keep the others from being swept, unless its store is down.
 * @throws the first failure, at the end
 */
export async function sweepCollections(
  services: SweepServices,
  projections: readonly AnyProjection[],
  { rewrites, ...options }: Omit<SweepOptions, 'rewrite'> & { rewrites: (projection: AnyProjection) => boolean },
): Promise<SweepResult[]> {
  const results: SweepResult[] = [];
  const failures: unknown[] = [];
  for (const projection of sortReferencedFirst(projections)) {
    try {
      results.push(await sweepCollection(services, projection, { ...options, rewrite: rewrites(projection) }));
    } catch (error) {
      options.signal?.throwIfAborted();
      services.log.error({ err: error, table: projection.table }, 'collection not swept');
      failures.push(error);
      await services.documents[projection.database].ping();
    }
  }
  if (failures.length > 0) throw failures[0];
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
