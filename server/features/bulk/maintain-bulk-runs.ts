import { enqueueUncheckedImports } from '../../imports/import-jobs.ts';
import { removeOldImports } from '../../imports/stored-import.ts';
import { isFree } from '../../ports/queue/work-leases.ts';
import type { Services } from '../../services.ts';
import type { Chore } from '../feature.ts';
import { enqueueRuns } from './start-bulk.ts';

const FORGET_EVERY_MS = 300_000;
/** Days that an act can be viewed and undone. */
const KEPT_DAYS = 7;
const AT_ONCE = 100;

export const BULK_UPKEEP: readonly Chore[] = [
  { name: 'bulk acts: enqueueing unfinished ones', work: enqueueUnfinishedRuns },
  { name: 'imports: enqueueing unchecked files', work: enqueueUncheckedImports },
  { name: 'bulk acts: deleting old ones', everyMs: FORGET_EVERY_MS, work: (services) => forgetOldRuns(services, new Date()) },
  { name: 'imports: deleting old files', everyMs: FORGET_EVERY_MS, work: ({ sql }) => removeOldImports(sql, KEPT_DAYS) },
];

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
