import { z } from 'zod';
import { defineJob } from '../ports/queue/queue.ts';
import type { Services } from '../services.ts';

const ID_MAX = 100;

/** Continues to check the rows of a file. If no process does, it is enqueued again (enqueueUncheckedImports). */
export const checkImportJob = defineJob<{ importId: string }>({
  id: 'check-import',
  payload: z.object({ importId: z.string().min(1).max(ID_MAX) }),
});

/** Best effort: a failure of the queue is only logged, since unfinished imports are enqueued again. */
export async function enqueueImportChecks({ queues, log }: Pick<Services, 'log' | 'queues'>, ids: readonly string[]): Promise<void> {
  for (const importId of ids) {
    await queues
      .enqueue(checkImportJob, { importId }, { deduplicationKey: importId })
      .catch((error: unknown) => log.warn({ err: error, importId }, 'an import waits for the queue'));
  }
}

/** Enqueues imports that no process holds: their process died, or the queue lost them. */
export async function enqueueUncheckedImports(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT i.id FROM imports i LEFT JOIN snapshot_work w ON w.run_id = 'import:' || i.id
     WHERE i.state = 'checking' AND (w.run_id IS NULL OR (w.lease_until <= now() AND w.next_at <= now())) ORDER BY i.created_at LIMIT 100`,
  );
  await enqueueImportChecks(
    services,
    rows.map(({ id }) => id),
  );
}
