import { applyChanges } from '../../read-model/sync/apply-changes.ts';
import { reconcileReadModelJob, type SyncDocumentsPayload } from '../../read-model/sync/sync-jobs.ts';
import { findOutdated } from '../../read-model/upkeep/outdated.ts';
import { sweepCollections } from '../../read-model/upkeep/rebuild.ts';
import { tidyReadModel } from '../../read-model/upkeep/tidy.ts';
import { addMissingUploads } from '../../stored-files/add-missing-uploads.ts';
import { cleanUnfinishedUploads } from '../../stored-files/unfinished-uploads.ts';
import type { JobContext } from '../feature.ts';
import { performReadModelRun } from './perform-read-model-run.ts';
import { renewOutdated } from './renew-outdated.ts';

/** Brings one batch of changed documents into the read model. */
export async function syncDocuments({ payload, services, log }: JobContext<SyncDocumentsPayload>): Promise<void> {
  const { sql, documents, registries } = services;
  const applied = await applyChanges({ sql, documents, index: registries.projectionIndex }, payload);
  const { stream, epoch, sequence } = payload;
  if (applied === null) log.debug({ stream, epoch, sequence }, 'batch of an earlier epoch left out');
  else if (applied.failed > 0)
    log.error({ stream, epoch, sequence, failed: applied.failed }, 'documents could not be projected, see sync_failures');
  else log.debug({ stream, epoch, sequence, ...applied }, 'batch applied');
}

/**
 * The guarantee behind the sync: finds and repairs whatever the sync missed (hard deletes, a listener that died), and rebuilds rows that an
 * earlier version projected differently.
 */
export async function reconcileReadModel({
  payload: { tables },
  services,
  log,
  signal,
}: JobContext<{ tables?: string[] | undefined }>): Promise<void> {
  const { sql, documents, queues, registries } = services;
  const index = registries.projectionIndex;
  const projections = tables ? index.all.filter((projection) => tables.includes(projection.table)) : index.all;
  const outdated = new Set(await findOutdated(sql, projections));
  const rewrites = (projection: (typeof projections)[number]) => outdated.has(projection);
  const { failures } = await sweepCollections({ sql, documents, index, log }, projections, { rewrites, signal });
  if (tables && failures[0]) throw failures[0].error;
  if (tables) return;
  for (const area of registries.fileAreas) await addMissingUploads(services, area, signal);
  // By a job of their own: a retry of this one would read all the others again.
  if (failures.length > 0) await queues.enqueue(reconcileReadModelJob, { tables: failures.map(({ table }) => table) });
}

/** Keeps the read model's own bookkeeping small, and looks for tables that a new version projects differently. */
export async function tidy({ services, log }: JobContext<unknown>): Promise<void> {
  await tidyReadModel(services, services.registries.projections);
  await renewOutdated(services, log);
}

/** Verifies or rebuilds a part of the read model because somebody asked for it. */
export function runReadModel({ payload, services, log, signal }: JobContext<{ runId: string }>): Promise<void> {
  return performReadModelRun({ ...services, log }, payload.runId, signal);
}

/** Removes uploads that nobody continued, and drawn pages that nobody opens. */
export async function cleanUploads({ services, log, signal }: JobContext<unknown>): Promise<void> {
  const removed = await cleanUnfinishedUploads(services, { signal });
  const drawn = await services.documentPages.tidy({ signal });
  if (removed + drawn > 0) log.info({ removed, drawn }, 'unfinished uploads and drawn pages removed');
}
