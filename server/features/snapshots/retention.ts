import { readRun, runPath, type Run } from './run-document.ts';
import { snapshotKeys } from './snapshot-files.ts';
import type { Services } from '../../services.ts';

/** Of the runs that somebody asks for without a schedule, each person keeps so many. */
const ASKED_KEPT = 50;
const AT_ONCE = 200;

/**
 * Lets go of a schedule's runs beyond the newest `kept`, finished ones and those without data apart: first the files,
 * then the run, which stays as a deactivated document, so that its due time is never taken for one that was missed.
 */
export async function removeOldRuns(services: Services, { scheduleId, userId }: Run, kept = ASKED_KEPT): Promise<void> {
  const { sql, documents, readModel, snapshotFiles } = services;
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY status = 'lista' ORDER BY "dueAt" DESC, id DESC) AS place FROM reportes_ejecuciones
       WHERE "scheduleId" = $1 AND ($1 <> '' OR "userId" = $2) AND status IN ('lista', 'fallida', 'vencida') AND "isActive" AND NOT source_deleted
     ) old WHERE place > $3 LIMIT ${AT_ONCE}`,
    [scheduleId, userId, kept],
  );
  for (const { id } of rows) {
    const stored = await documents.main.get(runPath(id));
    if (!stored) continue;
    for (const key of Object.values(snapshotKeys(readRun(stored)) ?? {})) await snapshotFiles.delete(key);
    await documents.main.update(runPath(id), { isActive: false, url: '' }, { ifVersion: stored.version });
    await readModel.projectNow('main', [runPath(id)]);
    await sql.query('DELETE FROM run_openings WHERE run_id = $1', [id]);
    await sql.query(`DELETE FROM snapshot_mails WHERE run_id = $1 AND state NOT IN ('waiting', 'handing')`, [id]);
  }
}
