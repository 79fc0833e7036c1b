import { performReadModelRun } from '#server/settings/perform-read-model-run.ts';
import { runReadModelJob } from '#server/settings/read-model-job.ts';
import { defineHandler } from '../handler.ts';

/** Verifies or rebuilds a part of the read model because somebody asked for it. */
export const runReadModel = defineHandler({
  definition: runReadModelJob,
  handle: ({ payload, services: { sql, documents }, log, signal }) => performReadModelRun({ sql, documents, log, signal }, payload.runId),
});
