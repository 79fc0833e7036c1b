import { z } from 'zod';
import { defineJob } from '../ports/queue/queue.ts';
import { enqueueWork, isFree } from '../ports/queue/work-leases.ts';
import type { Services } from '../services.ts';

const ID_MAX = 100;

/** Continues to check the rows of a file. If no process does, it is enqueued again (enqueueUncheckedImports). */
export const checkImportJob = defineJob<{ importId: string }>({
  id: 'check-import',
  payload: z.object({ importId: z.string().min(1).max(ID_MAX) }),
});

export const enqueueImportChecks = (services: Services, ids: readonly string[]) =>
  enqueueWork(services, checkImportJob, ids, (importId) => ({ importId }));

/** Enqueues imports that no process holds: their process died, or the queue lost them. */
export async function enqueueUncheckedImports(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT i.id FROM imports i WHERE i.state = 'checking' AND ${isFree("'import:' || i.id")} ORDER BY i.created_at LIMIT 100`,
  );
  await enqueueImportChecks(
    services,
    rows.map(({ id }) => id),
  );
}
