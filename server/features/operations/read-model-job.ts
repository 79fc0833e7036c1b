import { z } from 'zod';
import { defineJob } from '../../queue/queue.ts';

/** Carries out one row of `read_model_runs`: a verification or rebuild that somebody asked for. */
export const runReadModelJob = defineJob({
  id: 'run-read-model',
  payload: z.object({ runId: z.string() }),
  attempts: 5,
  backoffMs: 1_000,
  concurrency: 1,
});
