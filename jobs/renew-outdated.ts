import type { Log } from '#server/platform/log.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { findOutdated } from '#server/read-model/upkeep/outdated.ts';
import { PROJECTIONS } from '#server/registries.ts';
import type { Services } from '#server/services.ts';

/**
 * Asks for the rows that this version makes otherwise to be made anew. Called when a worker starts and every ten minutes, for
 * a worker of the version before may have taken the job while both ran. Asking twice makes one job.
 */
export async function renewOutdated({ sql, queues }: Pick<Services, 'sql' | 'queues'>, log: Log): Promise<void> {
  const tables = (await findOutdated(sql, PROJECTIONS)).map(({ table }) => table);
  if (tables.length === 0) return;
  log.info({ tables }, 'rows were made by another version: asking for them anew');
  await queues.enqueue(reconcileReadModelJob, { tables }, { deduplicationKey: 'outdated' });
}
