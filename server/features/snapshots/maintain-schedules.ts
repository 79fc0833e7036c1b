import { repeatCheck, type RepeatedCheck } from '../../platform/processes/repeat-check.ts';
import { isFree } from '../../ports/queue/work-leases.ts';
import { enqueueRuns, createDueRuns } from './create-runs.ts';
import { dueTimes, queueCron, TIME_ZONE } from './cron.ts';
import { enqueueMails } from './outbox.ts';
import { cronOf } from './domain/report-schedules.ts';
import { readSchedule } from './schedule.ts';
import { settleUncertain } from './send-run-mail.ts';
import { createDueRunsJob } from './snapshot-jobs.ts';
import type { Services } from '../../services.ts';

/** How often a worker itself looks for what is due, unfinished or unsent: whatever the queue lost continues after so long. */
const POLL_INTERVAL_MS = 5_000;
/** How often the queue's schedulers are aligned with the documents. */
const ALIGN_INTERVAL_MS = 300_000;
const SCHEDULER_PREFIX = 'schedule-';

/**
 * Keeps schedules going in a worker: documents and clock decide what is due, the queue only makes it prompt. Any number of workers may do
 * so, since each run is created once. An empty or lost queue costs seconds.
 */
export async function maintainSchedules(services: Services): Promise<RepeatedCheck> {
  const { log } = services;
  let alignedAt = 0;
  // A step that fails, for instance because the queue is down, does not stop the others.
  const attempt = (stepName: string, work: () => Promise<void>) =>
    work().catch((error: unknown) => log.warn({ err: error }, `schedules of reports: ${stepName}`));
  const pollOnce = async () => {
    if (Date.now() - alignedAt >= ALIGN_INTERVAL_MS)
      await attempt('aligning the queue', async () => {
        await alignSchedulers(services);
        alignedAt = Date.now();
      });
    await attempt('taking due times', () => createAllDueRuns(services, new Date()));
    await attempt('asking for unfinished runs', () => enqueueUnfinishedRuns(services));
    await attempt('settling uncertain mails', () => settleUncertain(services));
    await attempt('asking for mails', () => enqueueMails(services));
  };
  return repeatCheck(pollOnce, POLL_INTERVAL_MS);
}

/** Creates the due runs of every schedule. One that fails does not keep the others from running. */
async function createAllDueRuns(services: Services, now: Date): Promise<void> {
  for (const id of await findDue(services, now)) {
    await createDueRuns(services, id, now).catch((error: unknown) =>
      services.log.error({ err: error, scheduleId: id }, 'taking due times'),
    );
  }
}

interface TimingRow {
  id: string;
  frequency: string;
  cron: string;
  hora: string;
  /** Everything due up to then has its run. */
  since: Date;
}

/** Schedules that look due by their rows: reading each document every few seconds would cost too much. */
async function findDue({ sql }: Services, now: Date): Promise<string[]> {
  const { rows } = await sql.query<TimingRow>(
    `SELECT s.id, s.frequency, s.cron, s.hora, greatest(coalesce(s."updatedAt", s."createdAt"),
       (SELECT max(r."dueAt") FROM reportes_ejecuciones r WHERE r."scheduleId" = s.id AND r.is_due AND NOT r.source_deleted)) AS since
     FROM reportes_programados s WHERE s.estado AND s."isActive" AND NOT s.source_deleted ORDER BY s.id`,
  );
  return rows.flatMap(({ id, since, ...timing }) =>
    dueTimes(cronOf(readSchedule(timing)), { since, until: now, most: 1 }).length > 0 ? [id] : [],
  );
}

/** Unfinished runs that no worker holds: theirs died, or the queue lost them. */
async function enqueueUnfinishedRuns(services: Services): Promise<void> {
  const { rows } = await services.sql.query<{ id: string }>(
    `SELECT r.id FROM reportes_ejecuciones r
     WHERE r.status IN ('pendiente', 'en_proceso') AND r."isActive" AND NOT r.source_deleted AND ${isFree('r.id')} ORDER BY r."dueAt" LIMIT 100`,
  );
  await enqueueRuns(
    services,
    rows.map(({ id }) => id),
  );
}

/** Aligns the queue's schedulers with the documents: those that run, with their times, and no others. */
async function alignSchedulers(services: Services): Promise<void> {
  const { sql, queues } = services;
  const { rows } = await sql.query<{ id: string; frequency: string; cron: string; hora: string }>(
    `SELECT id, frequency, cron, hora FROM reportes_programados WHERE estado AND "isActive" AND NOT source_deleted`,
  );
  await queues.alignSchedulers(
    createDueRunsJob,
    rows.map(({ id, ...timing }) => ({
      id: SCHEDULER_PREFIX + id,
      cron: queueCron(cronOf(readSchedule(timing))),
      timeZone: TIME_ZONE,
      payload: { scheduleId: id },
    })),
  );
}
