import { FILE_AREAS, PROJECTIONS } from '#server/registries.ts';
import { addMissingUploads } from '#server/stored-files/add-missing-uploads.ts';
import { createProjectionIndex } from '#server/read-model/sync/project-documents.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { defineHandler } from '../handler.ts';

const index = createProjectionIndex(PROJECTIONS);

/** The guarantee behind the sync: whatever it missed (hard deletes, a listener that died) is found and mended here. */
export const reconcileReadModel = defineHandler({
  definition: reconcileReadModelJob,
  async handle({ payload: { tables }, services, log, signal }) {
    const { sql, documents } = services;
    const projections = tables ? index.all.filter((projection) => tables.includes(projection.table)) : index.all;
    for (const projection of projections) await sweepCollection({ sql, documents, index, log }, projection, { rewrite: false, signal });
    if (!tables) for (const area of FILE_AREAS) await addMissingUploads(services, area, signal);
  },
});
