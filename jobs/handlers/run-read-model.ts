import { performReadModelRun } from '#server/features/operations/perform-read-model-run.ts';
import { runReadModelJob } from '#server/features/operations/read-model-runs.ts';
import { REGISTRIES } from '#server/registries.ts';
import { defineHandler } from '../handler.ts';

/** Verifies or rebuilds a part of the read model because somebody asked for it. */
export const runReadModel = defineHandler({
  definition: runReadModelJob,
  handle: ({ payload, services: { sql, documents }, log, signal }) =>
    performReadModelRun({ sql, documents, log, signal, registries: REGISTRIES }, payload.runId),
});
