import { isFree } from '../../ports/queue/work-leases.ts';
import { enqueueRuns, createDueRuns } from './create-runs.ts';
import { dueTimes, queueCron, TIME_ZONE } from './cron.ts';
import { enqueueMails } from './outbox.ts';
import { cronOf } from './domain/report-schedules.ts';
import { readSchedule } from './schedule.ts';
import { settleUncertain } from './send-run-mail.ts';
import { createDueRunsJob } from './snapshot-jobs.ts';
import type { Services } from '../../services.ts';
import type { Chore } from '../feature.ts';

/** How often the queue's schedulers are aligned with the documents. */
const ALIGN_INTERVAL_MS = 300_000;
const SCHEDULER_PREFIX = 'schedule-';

/**
 * Documents and clock decide what is due, the queue only makes it prompt: an empty or lost queue costs seconds. Any number of workers may
 * look, since each run is created once.
 */
export const SCHEDULE_UPKEEP: readonly Chore[] = [
  { name: 'schedules of reports: aligning the queue', everyMs: ALIGN_INTERVAL_MS, work: alignSchedulers },
  { name: 'schedules of reports: creating due runs', work: (services) => createAllDueRuns(services, new Date()) },
  { name: 'schedules of reports: enqueueing unfinished runs', work: enqueueUnfinishedRuns },
  { name: 'schedules of reports: settling uncertain mails', work: settleUncertain },
  { name: 'schedules of reports: enqueueing mails', work: enqueueMails },
];

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
