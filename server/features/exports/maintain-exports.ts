import { isFree } from '../../ports/queue/work-leases.ts';
import { isExportFormat } from '../../workbooks/sheet.ts';
import { removeFiles } from './perform-export.ts';
import { enqueueExports } from './start-export.ts';
import type { Services } from '../../services.ts';
import type { Chore } from '../feature.ts';

const CLEANUP_INTERVAL_MS = 300_000;
/** An export that takes longer fails, so that no page says for ever that it is under way. */
const DURATION_MAX_HOURS = 24;
/** Days that its page says that it expired. */
const EXPIRED_SHOWN_DAYS = 7;
const BATCH_SIZE = 100;

export const EXPORT_UPKEEP: readonly Chore[] = [
  { name: 'exports: enqueueing unfinished ones', work: enqueueUnfinishedExports },
  { name: 'exports: deleting old ones', everyMs: CLEANUP_INTERVAL_MS, work: (services) => deleteOldExports(services, new Date()) },
];

/** Unfinished exports that no worker holds: theirs died, or the queue lost them. */
export async function enqueueUnfinishedExports(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT e.id FROM exports e WHERE e.state IN ('waiting', 'working') AND ${isFree("'export:' || e.id")} ORDER BY e.created_at LIMIT $1`,
    [BATCH_SIZE],
  );
  await enqueueExports(
    services,
    rows.map(({ id }) => id),
  );
}

/** First the file, then its row: after a failure in between, the next look finishes it. */
export async function deleteOldExports(services: Services, now: Date): Promise<void> {
  const { sql } = services;
  await sql.query(
    `UPDATE exports SET state = 'failed', error = $2, finished_at = $1, expires_at = $1
     WHERE state IN ('waiting', 'working') AND created_at < $1::timestamptz - make_interval(hours => $3)`,
    [now, `No se pudo preparar en ${DURATION_MAX_HOURS} horas.`, DURATION_MAX_HOURS],
  );
  const { rows } = await sql.query<{ id: string; attempt: number; format: string }>(
    'SELECT id, attempt, format FROM exports WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
    [now, BATCH_SIZE],
  );
  for (const { id, attempt, format } of rows) {
    await removeFiles(services, { id, attempt, format: isExportFormat(format) ? format : 'xlsx' });
    await sql.query(`UPDATE exports SET state = CASE state WHEN 'ready' THEN 'expired' ELSE state END, expires_at = NULL WHERE id = $1`, [
      id,
    ]);
  }
  await sql.query(
    `DELETE FROM exports WHERE state IN ('expired', 'failed') AND expires_at IS NULL AND finished_at < $1::timestamptz - make_interval(days => $2)`,
    [now, EXPIRED_SHOWN_DAYS],
  );
}
