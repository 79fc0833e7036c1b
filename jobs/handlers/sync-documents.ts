import { PROJECTIONS } from '#server/registries.ts';
import { applyChanges } from '#server/read-model/sync/apply-changes.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { syncDocumentsJob } from '#server/read-model/sync/sync-jobs.ts';
import { defineHandler } from '../handler.ts';

const index = createProjectionIndex(PROJECTIONS);

/** Brings one batch of changed documents into the read model. */
export const syncDocuments = defineHandler({
  definition: syncDocumentsJob,
  async handle({ payload, services: { sql, documents }, log }) {
    const applied = await applyChanges({ sql, documents, index }, payload);
    const { stream, epoch, sequence } = payload;
    if (applied === null) log.debug({ stream, epoch, sequence }, 'batch of an earlier epoch left out');
    else if (applied.failed > 0)
      log.error({ stream, epoch, sequence, failed: applied.failed }, 'documents could not be projected, see sync_failures');
    else log.debug({ stream, epoch, sequence, ...applied }, 'batch applied');
  },
});
