import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const ID_MAX = 100;

/**
 * Writes the file of one export; each worker writes one after another. snapshot_work says who holds it, and unfinished ones are enqueued
 * again.
 */
export const writeExportJob = defineJob<{ exportId: string }>({
  id: 'write-export',
  payload: z.object({ exportId: z.string().min(1).max(ID_MAX) }),
});
