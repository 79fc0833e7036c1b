import { keepLooking, type Looking } from '../../platform/processes/keep-looking.ts';
import { isExportFormat } from '../../workbooks/sheet.ts';
import { removeFiles } from './perform-export.ts';
import { askToWrite } from './start-export.ts';
import type { Services } from '../../services.ts';

/** What the queue lost is enqueued again after so long. */
const LOOK_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 300_000;
/** An export that takes longer fails, so that no page says for ever that it is under way. */
const UNDER_WAY_HOURS = 24;
/** Days that its page says that it expired. */
const TOLD_DAYS = 7;
const AT_ONCE = 100;

/** Keeps exports going in a worker, and deletes old ones. Any number of workers may do so. */
export function keepExports(services: Services): Promise<Looking> {
  let forgottenAt = 0;
  const attempt = (what: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => services.log.warn({ err: error }, `exports: ${what}`));
  return keepLooking(async () => {
    await attempt('asking for unfinished ones', () => askForUnfinished(services));
    if (Date.now() - forgottenAt < FORGET_EVERY_MS) return;
    forgottenAt = Date.now();
    await attempt('letting go of old ones', () => forgetOldExports(services, new Date()));
  }, LOOK_EVERY_MS);
}

/** Unfinished exports that no worker holds: theirs died, or the queue lost them. */
export async function askForUnfinished(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT e.id FROM exports e LEFT JOIN snapshot_work w ON w.run_id = 'export:' || e.id
     WHERE e.state IN ('waiting', 'working') AND (w.run_id IS NULL OR (w.lease_until <= now() AND w.next_at <= now()))
     ORDER BY e.created_at LIMIT $1`,
    [AT_ONCE],
  );
  await askToWrite(
    services,
    rows.map(({ id }) => id),
  );
}

/** First the file, then its row: after a failure in between, the next look finishes it. */
export async function forgetOldExports(services: Services, now: Date): Promise<void> {
  const { sql } = services;
  await sql.query(
    `UPDATE exports SET state = 'failed', error = $2, finished_at = $1, expires_at = $1
     WHERE state IN ('waiting', 'working') AND created_at < $1::timestamptz - make_interval(hours => $3)`,
    [now, `No se pudo preparar en ${UNDER_WAY_HOURS} horas.`, UNDER_WAY_HOURS],
  );
  const { rows } = await sql.query<{ id: string; attempt: number; format: string }>(
    'SELECT id, attempt, format FROM exports WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
    [now, AT_ONCE],
  );
  for (const { id, attempt, format } of rows) {
    await removeFiles(services, { id, attempt, format: isExportFormat(format) ? format : 'xlsx' });
    await sql.query(`UPDATE exports SET state = CASE state WHEN 'ready' THEN 'expired' ELSE state END, expires_at = NULL WHERE id = $1`, [
      id,
    ]);
  }
  await sql.query(
    `DELETE FROM exports WHERE state IN ('expired', 'failed') AND expires_at IS NULL AND finished_at < $1::timestamptz - make_interval(days => $2)`,
    [now, TOLD_DAYS],
  );
}
