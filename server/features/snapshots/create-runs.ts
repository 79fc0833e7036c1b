import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { formatDateTime } from '../../domain/dates.ts';
import type { DocumentTransaction, Fields } from '../../ports/documents/document-store.ts';
import { enqueueWork } from '../../ports/queue/work-leases.ts';
import { isActive } from '../../records/content-version.ts';
import { findOwn } from '../../records/find-own.ts';
import { writeAudit } from '../../records/write-audit.ts';
import { readId, readTimestamp } from '../../read-model/field-readers.ts';
import type { Report } from '../../reporting/report.ts';
import type { Call, Services } from '../../services.ts';
import { dueTimes } from './cron.ts';
import { newRunFields, runPath, requestedRunId, dueRunId, isDueRunId, readRun, RUNS_COLLECTION } from './run-document.ts';
import { reportTitle } from './schedule-list.ts';
import { checkRunRequest, resolveRunParams } from './save-schedule.ts';
import { requireOwn, requireSchedules, scheduleNotFound } from './schedule-kind.ts';
import { fromParamLines, cronOf } from './domain/report-schedules.ts';
import { checkValues, type SubmittedValues } from '../../records/record-fields.ts';
import { RUN_FIELDS, readSchedule } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';
import { performRunJob } from './snapshot-jobs.ts';

/** Unfinished runs that one person may have asked for; scheduled ones do not count. */
const UNFINISHED_RUNS_MAX = 3;

/** More missed times than this are not recorded one by one: a schedule of every minute has 525,600 in a year. */
const MISSED_MAX = 500;

/**
 * Creates the runs that became due since the last one: the latest time is run, each earlier one is recorded as missed, unless the schedule
 * wants every one (docs/decisions/042-report-snapshots.md). A run that another process created first is not created again.
 * @returns ids of the new runs that are to be performed
 */
export async function createDueRuns(services: Services, scheduleId: string, now: Date): Promise<string[]> {
  const stored = await services.documents.main.get(`${SCHEDULES_COLLECTION}/${scheduleId}`);
  if (!stored || !isActive(stored.data)) return [];
  const schedule = readSchedule(stored.data);
  if (!schedule.estado) return [];
  const saved = readTimestamp(stored.data, 'updatedAt') ?? readTimestamp(stored.data, 'createdAt');
  const since = await lastDueTime(services, scheduleId, saved === null ? new Date(Number(stored.version / 1_000n)) : new Date(saved));
  const due = dueTimes(cronOf(schedule), { since, until: now, most: MISSED_MAX }).reverse();
  const latest = due.at(-1);
  const toPerform: string[] = [];
  for (const dueAt of due) {
    const isMissed = dueAt !== latest && !schedule.everyDueTime;
    const facts = {
      scheduleId,
      dueAt,
      reportId: schedule.reportId,
      userId: readId(stored.data, 'userId'),
      params: resolveRunParams(reportOf(services, schedule.reportId), fromParamLines(schedule.params), dueAt),
    };
    const missed = { finishedAt: now, error: `El portal no trabajaba a esa hora. Se ejecutó la del ${formatDateTime(latest)}.` };
    const fields = { ...newRunFields(facts, isMissed ? 'vencida' : 'pendiente'), ...(isMissed && missed) };
    const isNew = await createRun(services, dueRunId(scheduleId, dueAt), fields);
    if (isNew && !isMissed) toPerform.push(dueRunId(scheduleId, dueAt));
  }
  await enqueueRuns(services, toPerform);
  return toPerform;
}

function reportOf({ registries }: Services, id: string): Report | undefined {
  return registries.reports.find((report) => report.id === id);
}

/** The due time up to which runs exist; nothing before the schedule was saved counts. */
async function lastDueTime({ sql }: Services, scheduleId: string, savedAt: Date): Promise<Date> {
  const { rows } = await sql.query<{ last: Date | null }>(
    'SELECT max("dueAt") AS last FROM reportes_ejecuciones WHERE "scheduleId" = $1 AND is_due AND NOT source_deleted',
    [scheduleId],
  );
  const last = rows[0]?.last ?? null;
  return last !== null && last > savedAt ? last : savedAt;
}

/** @returns false if the run exists already */
async function createRun(
  { documents, readModel }: Services,
  id: string,
  fields: Fields,
  checkAndAudit?: (tx: DocumentTransaction) => Promise<void>,
): Promise<boolean> {
  try {
    await documents.main.transaction(async (tx) => {
      await checkAndAudit?.(tx);
      tx.create(runPath(id), fields);
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
  await readModel.projectNow('main', [runPath(id)]);
  return true;
}

export const enqueueRuns = (services: Services, ids: readonly string[]) =>
  enqueueWork(services, performRunJob, ids, (runId) => ({ runId }));

/**
 * Runs a schedule now, besides its own times, with its owner's rights. Errors: `forbidden`, `not-found`, `conflict` for a deactivated one.
 */
export async function runScheduleNow(
  services: Services,
  { actor, requestId, id, formToken }: Call & { id: string; formToken: string },
): Promise<{ id: string }> {
  requireSchedules(actor);
  const stored = await services.documents.main.get(`${SCHEDULES_COLLECTION}/${id}`);
  if (!stored) throw scheduleNotFound(id);
  requireOwn(actor, stored);
  if (!isActive(stored.data))
    throw new AppError('conflict', `report schedule ${id} is deactivated`, { userMessage: 'El reporte programado está desactivado.' });
  const { reportId, params, title } = readSchedule(stored.data);
  const userId = readId(stored.data, 'userId');
  return createRequestedRun(services, actor, {
    scheduleId: id,
    reportId,
    userId,
    params: fromParamLines(params),
    formToken,
    title,
    requestId,
  });
}

/**
 * Runs a report once, without a schedule, for oneself: somebody who may export it needs no other menu. Errors: `forbidden`, `invalid-input`
 * by field.
 */
export async function runReportOnce(
  services: Services,
  { actor, requestId, given, formToken }: Call & { given: SubmittedValues; formToken: string },
): Promise<{ id: string }> {
  const checked = checkValues(RUN_FIELDS, { reportId: given['reportId'], params: given['params'] });
  const { reportId } = checked;
  const params = await checkRunRequest(services, { actor, owner: actor, reportId, params: fromParamLines(checked.params) });
  return createRequestedRun(services, actor, {
    scheduleId: '',
    reportId,
    userId: actor.id,
    params,
    formToken,
    title: reportTitle(services.registries.reports, reportId),
    requestId,
  });
}

interface RequestedRun extends Pick<Call, 'requestId'> {
  /** Title of the schedule or report, for the audit. */
  title: string;
  scheduleId: string;
  reportId: string;
  userId: string;
  params: Readonly<Record<string, string>>;
  formToken: string;
}

/** When an administrator runs somebody else's, the run does not say who asked: the audit does. */
async function createRequestedRun(
  services: Services,
  actor: Staff,
  { formToken, params, title, requestId, ...facts }: RequestedRun,
): Promise<{ id: string }> {
  const dueAt = new Date();
  const { scheduleId, reportId } = facts;
  const id = requestedRunId(scheduleId || reportId, actor, { formToken, params });
  const fields = newRunFields({ ...facts, dueAt, params: resolveRunParams(reportOf(services, reportId), params, dueAt) }, 'pendiente');
  await createRun(services, id, fields, async (tx) => {
    await requireFewUnfinished(tx, facts.userId, id);
    writeAudit(tx, {
      actor,
      requestId,
      action: AUDIT_ACTIONS.reportRun,
      beforeData: null,
      newData: { title, reportId, id },
      targetPath: scheduleId === '' ? runPath(id) : `${SCHEDULES_COLLECTION}/${scheduleId}`,
    });
  });
  await enqueueRuns(services, [id]);
  return { id };
}

/** The same form sent again asks for no further run. Errors: `too-many-requests`. */
async function requireFewUnfinished(tx: DocumentTransaction, userId: string, id: string): Promise<void> {
  const unfinished = [
    ...(await findOwn(tx, RUNS_COLLECTION, { userId, status: 'pendiente' })),
    ...(await findOwn(tx, RUNS_COLLECTION, { userId, status: 'en_proceso' })),
  ];
  const others = unfinished.filter((run) => run.id !== id && isActive(run.data) && !isDueRunId(run.id, readRun(run)));
  if (others.length < UNFINISHED_RUNS_MAX) return;
  throw new AppError('too-many-requests', `${userId} has ${UNFINISHED_RUNS_MAX} runs under way`, {
    userMessage: `Ya hay ${UNFINISHED_RUNS_MAX} ejecuciones en curso de esta persona. Espere a que termine alguna e intente de nuevo.`,
    retryAfterSeconds: 10,
  });
}
