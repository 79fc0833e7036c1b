import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const databaseName = z.enum(['main', 'digitalization']);

/** One batch of changes: the paths to read, not their content. At most 1,000 changes. */
export const syncDocumentsJob = defineJob({
  id: 'sync-documents',
  payload: z.object({
    database: databaseName,
    stream: z.string(),
    epoch: z.number().int(),
    sequence: z.number().int(),
    position: z.string(),
    /** [path, version in microseconds, deleted] */
    changes: z.array(z.tuple([z.string(), z.string().regex(/^\d+$/), z.boolean()])),
  }),
  attempts: 8,
  backoffMs: 250,
  concurrency: 4,
});

export type SyncDocumentsPayload = z.output<typeof syncDocumentsJob.payload>;

/** Compares every document with its row and repairs differences; also run after a watcher missed changes. */
export const reconcileReadModelJob = defineJob({
  id: 'reconcile-read-model',
  payload: z.object({
    /** Missing means every table. */
    tables: z.array(z.string()).optional(),
  }),
  attempts: 3,
  backoffMs: 30_000,
  schedule: { cron: '15 */6 * * *', timeZone: 'America/Guatemala' },
});

/** Removes old tombstones and changes, and folds the stored totals. */
export const tidyReadModelJob = defineJob({
  id: 'tidy-read-model',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { everyMs: 600_000 },
});
