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
  const { results, failures } = await sweepCollections(services, projections ?? services.index.all, { ...options, rewrites: () => true });
  if (failures[0]) throw failures[0].error;
  if (!projections) await recordFreshness(services, startedAt);
  return results;
}

/** Referenced collections first. One that cannot be read does not keep the others from being swept, unless its store is down. */
export async function sweepCollections(
  services: SweepServices,
  projections: readonly AnyProjection[],
  { rewrites, ...options }: Omit<SweepOptions, 'rewrite'> & { rewrites: (projection: AnyProjection) => boolean },
): Promise<{ results: SweepResult[]; failures: { table: string; error: unknown }[] }> {
  const results: SweepResult[] = [];
  const failures: { table: string; error: unknown }[] = [];
  for (const projection of sortReferencedFirst(projections)) {
    try {
      results.push(await sweepCollection(services, projection, { ...options, rewrite: rewrites(projection) }));
    } catch (error) {
      options.signal?.throwIfAborted();
      services.log.error({ err: error, table: projection.table }, 'collection not swept');
      failures.push({ table: projection.table, error });
      await services.documents[projection.database].ping();
    }
  }
  return { results, failures };
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
