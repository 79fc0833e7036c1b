import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const ID_MAX = 100;

/** Goes on with one act on many records, or with taking it back. Who holds it is in snapshot_work, and what is unfinished is asked for again. */
export const performBulkJob = defineJob<{ runId: string }>({
  id: 'perform-bulk',
  payload: z.object({ runId: z.string().min(1).max(ID_MAX) }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 1,
});
