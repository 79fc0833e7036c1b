import type { Fields } from '#server/ports/documents/document-store.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { cronOf, type Frequency } from '#server/features/snapshots/domain/report-schedules.ts';
import { dueTimes } from '#server/features/snapshots/cron.ts';
import { newRunFields, runPath, dueRunId } from '#server/features/snapshots/run-document.ts';
import { resolveParams } from '#server/features/snapshots/save-schedule.ts';
import { SCHEDULES_COLLECTION } from '#server/features/snapshots/schedules.projection.ts';
import type { DemoPerson, SeedDocument } from './demo-data.ts';

const HOUR_MS = 3_600_000;
/** Runs of each schedule in use; the last but one of the weekly ones was missed. */
const RUNS = 3;

interface DemoSchedule {
  id: string;
  reportId: string;
  title: string;
  params: Readonly<Record<string, string>>;
  frequency: Frequency;
  cron: string;
  hora: string;
  estado: boolean;
}

const MONTHLY: DemoSchedule = {
  id: 'programado-01',
  reportId: 'downloads-by-user',
  title: 'Descargas del mes anterior, por persona',
  params: { relative: 'mes_anterior' },
  frequency: 'mensual',
  cron: '',
  hora: '07:00',
  estado: true,
};
/** Its owner may not open the report: it failed, and was then paused. */
const PAUSED: DemoSchedule = {
  id: 'programado-02',
  reportId: 'uploads-by-user',
  title: 'Cargas del día anterior',
  params: { relative: 'ayer' },
  frequency: 'cron',
  cron: '30 7 * * 1-5',
  hora: '',
  estado: false,
};
const WEEKLY: DemoSchedule = {
  id: 'programado-03',
  reportId: 'uploads-by-user',
  title: 'Cargas de la semana anterior',
  params: { relative: 'semana_anterior' },
  frequency: 'semanal',
  cron: '',
  hora: '07:30',
  estado: true,
};

/** A successful run of a schedule; its files are made once there are rows to report on. */
export interface ReadyRun {
  id: string;
  scheduleId: string;
  reportId: string;
  userId: string;
  params: Record<string, string>;
  dueAt: Date;
}

interface People {
  administrator: DemoPerson;
  /** Has no menu for reports of the Maletín. */
  editor: DemoPerson;
  recipients: readonly DemoPerson[];
}

/** Three schedules, one of them paused, and those of their runs that have no data: one failed, one was missed. */
export function makeReportSchedules({ administrator, editor, recipients }: People, today: Date): SeedDocument[] {
  const [failedAt = today] = dueBefore(PAUSED, today, 1);
  const [ranAt = today, missedAt = today] = dueBefore(WEEKLY, today, 2);
  const failed = {
    ...newRunFields(runFacts(PAUSED, failedAt, editor.id), 'pendiente'),
    status: 'fallida',
    startedAt: failedAt,
    finishedAt: new Date(failedAt.getTime() + 2_000),
    error: `${editor.name} ya no tiene permiso para abrir este reporte.`,
  };
  const missed = {
    ...newRunFields(runFacts(WEEKLY, missedAt, administrator.id), 'vencida'),
    finishedAt: ranAt,
    error: `El portal no trabajaba a esa hora. Se ejecutó la del ${formatDateTime(ranAt)}.`,
  };
  return [
    scheduleDocument(MONTHLY, { owner: administrator, recipients, today }),
    scheduleDocument(PAUSED, { owner: editor, recipients: [], today }),
    scheduleDocument(WEEKLY, { owner: administrator, recipients: [], today }),
    document(runPath('ejecucion-01'), failed, { createdAt: failedAt, updatedAt: failed.finishedAt }),
    document(runPath('ejecucion-02'), missed, { createdAt: ranAt, updatedAt: ranAt }),
  ];
}

/** The successful runs, up to the last time at which each schedule in use was due. */
export function readyRuns(administratorId: string, today: Date): ReadyRun[] {
  const monthly = dueBefore(MONTHLY, today, RUNS).map((dueAt) => ({ schedule: MONTHLY, dueAt }));
  const weekly = dueBefore(WEEKLY, today, RUNS)
    .filter((_dueAt, index) => index !== 1)
    .map((dueAt) => ({ schedule: WEEKLY, dueAt }));
  return [...monthly, ...weekly].map(({ schedule, dueAt }) => ({
    ...runFacts(schedule, dueAt, administratorId),
    id: dueRunId(schedule.id, dueAt),
  }));
}

function runFacts({ id, reportId, params }: DemoSchedule, dueAt: Date, userId: string) {
  return { scheduleId: id, reportId, userId, dueAt, params: resolveParams(params, dueAt) };
}

/** The latest first. */
function dueBefore(schedule: DemoSchedule, today: Date, most: number): Date[] {
  return dueTimes(cronOf(schedule), { since: new Date(0), until: today, most });
}

/** Last changed after it was last due, so that no worker finds missed times. */
function scheduleDocument(
  schedule: DemoSchedule,
  { owner, recipients, today }: { owner: DemoPerson; recipients: readonly DemoPerson[]; today: Date },
): SeedDocument {
  const { id, ...own } = schedule;
  const [lastDue = today] = dueBefore(schedule, today, 1);
  const [, , first = today] = dueBefore(schedule, today, RUNS);
  const common = { userId: owner.id, format: 'ambos', delivery: 'enlace', everyDueTime: false, retentionRuns: 12 };
  return document(
    `${SCHEDULES_COLLECTION}/${id}`,
    { ...own, ...common, recipients: recipients.map((person) => person.id) },
    { createdAt: new Date(first.getTime() - HOUR_MS), updatedAt: new Date(Math.min(lastDue.getTime() + HOUR_MS, today.getTime())) },
  );
}

function document(path: string, data: Fields, times: { createdAt: Date; updatedAt: Date }): SeedDocument {
  return { path, data: { ...data, isActive: true, ...times }, at: times.createdAt };
}
