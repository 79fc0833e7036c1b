import { enqueueUncheckedImports } from '../../imports/import-jobs.ts';
import { removeOldImports } from '../../imports/stored-import.ts';
import { repeatCheck, type RepeatedCheck } from '../../platform/processes/repeat-check.ts';
import { isFree } from '../../ports/queue/work-leases.ts';
import type { Services } from '../../services.ts';
import { enqueueRuns } from './start-bulk.ts';

/** What the queue lost, or a web process left when it ended, is enqueued again after so long. */
const LOOK_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 300_000;
/** Days that an act can be viewed and undone. */
const KEPT_DAYS = 7;
const AT_ONCE = 100;

/** Keeps acts going in a worker, and deletes old ones. Any number of workers may do so. */
export function maintainBulkRuns(services: Services): Promise<RepeatedCheck> {
  let forgottenAt = 0;
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => services.log.warn({ err: error }, `bulk acts: ${what}`));
  return repeatCheck(async () => {
    await attempt('asking for unfinished ones', () => enqueueUnfinishedRuns(services));
    await attempt('asking for unchecked files', () => enqueueUncheckedImports(services));
    if (Date.now() - forgottenAt < FORGET_EVERY_MS) return;
    forgottenAt = Date.now();
    await attempt('forgetting old ones', () => forgetOldRuns(services, new Date()));
    await attempt('forgetting old files', () => removeOldImports(services.sql, KEPT_DAYS));
  }, LOOK_EVERY_MS);
}

/** Unfinished acts that no process holds: theirs died, or the queue lost them. */
export async function enqueueUnfinishedRuns(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT r.id FROM bulk_runs r WHERE r.state IN ('waiting', 'working', 'undoing') AND ${isFree("'bulk:' || r.id")} ORDER BY r.created_at LIMIT $1`,
    [AT_ONCE],
  );
  await enqueueRuns(
    services,
    rows.map(({ id }) => id),
  );
}

export async function forgetOldRuns({ sql }: Pick<Services, 'sql'>, now: Date): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM bulk_runs WHERE state IN ('done', 'undone') AND created_at < $1::timestamptz - make_interval(days => $2) RETURNING id)
     DELETE FROM bulk_items i USING gone WHERE i.run_id = gone.id`,
    [now, KEPT_DAYS],
  );
}
