import { PROJECTIONS } from '#server/registries.ts';
import { tidyReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { tidyReadModel } from '#server/read-model/upkeep/tidy.ts';
import { defineHandler } from '../handler.ts';

/** Keeps the read model's own bookkeeping small. */
export const tidyReadModelHandler = defineHandler({
  definition: tidyReadModelJob,
  handle: ({ services: { sql, documents } }) => tidyReadModel({ sql, documents, projections: PROJECTIONS }),
});
