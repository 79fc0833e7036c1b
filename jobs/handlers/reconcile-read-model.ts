import { PROJECTIONS } from '#server/registries.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { defineHandler } from '../handler.ts';

const index = createProjectionIndex(PROJECTIONS);

/** The guarantee behind the sync: whatever it missed (hard deletes, a listener that died) is found and mended here. */
export const reconcileReadModel = defineHandler({
  definition: reconcileReadModelJob,
  async handle({ payload: { tables }, services: { sql, documents }, log, signal }) {
    const projections = tables ? index.all.filter((projection) => tables.includes(projection.table)) : index.all;
    for (const projection of projections) await sweepCollection({ sql, documents, index, log }, projection, { rewrite: false, signal });
  },
});
