import type { JobDefinition } from './queue/queue.ts';
import { reconcileReadModelJob, syncDocumentsJob, tidyReadModelJob } from './read-model/sync-jobs.ts';
import { runReadModelJob } from './settings/read-model-job.ts';

/** Every kind of background work. The worker refuses to start unless each has exactly one handler (jobs/handlers). */
export const JOB_DEFINITIONS: readonly JobDefinition<unknown>[] = [
  syncDocumentsJob,
  reconcileReadModelJob,
  tidyReadModelJob,
  runReadModelJob,
];
