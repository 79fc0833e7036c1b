import type { Log } from '../../platform/log/log.ts';
import { reconcileReadModelJob } from '../../read-model/sync/sync-jobs.ts';
import { findOutdated } from '../../read-model/upkeep/outdated.ts';
import type { Services } from '../../services.ts';

/**
 * Asks for a rebuild of rows that this version projects differently. Called when a worker starts and every ten minutes, because a worker of
 * the version before may have taken the job while both ran. Asking twice makes one job.
 */
export async function renewOutdated({ sql, queues, registries }: Services, log: Log): Promise<void> {
  const tables = (await findOutdated(sql, registries.projections)).map(({ table }) => table);
  if (tables.length === 0) return;
  log.info({ tables }, 'no rows yet, or of another version: asking for them anew');
  await queues.enqueue(reconcileReadModelJob, { tables }, { deduplicationKey: 'outdated' });
}
