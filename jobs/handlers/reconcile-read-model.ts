import { PROJECTIONS } from '#server/registries.ts';
import { createProjectionRoutes } from '#server/read-model/sync/project-documents.ts';
import { sweepCollection } from '#server/read-model/upkeep/sweep.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { defineHandler } from '../handler.ts';

const routes = createProjectionRoutes(PROJECTIONS);

/** The guarantee behind the sync: whatever it missed (hard deletes, a listener that died) is found and mended here. */
export const reconcileReadModel = defineHandler({
  definition: reconcileReadModelJob,
  async handle({ payload: { tables }, services: { sql, documents }, log, signal }) {
    const projections = tables ? routes.all.filter((projection) => tables.includes(projection.table)) : routes.all;
    for (const projection of projections) await sweepCollection({ sql, documents, routes, log }, projection, { rewrite: false, signal });
  },
});
