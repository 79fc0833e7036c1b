import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const ID_MAX = 100;

/** Signals that there is a bulk act, or its undo, to continue: a worker chooses which. snapshot_work says who holds it, and unfinished ones are enqueued again. */
export const performBulkJob = defineJob<{ runId: string }>({
  id: 'perform-bulk',
  payload: z.object({ runId: z.string().min(1).max(ID_MAX) }),
});
