import type { Merged } from '../../domain/conflict.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { requireFresh } from '../../domain/proof.ts';
import { isRelativeDays, resolveRelativeDays } from './domain/relative-days.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { DocumentTransaction } from '../../ports/documents/document-store.ts';
import { createOnce } from '../../records/create-once.ts';
import { isActive } from '../../records/content-version.ts';
import { findOwn } from '../../records/find-own.ts';
import { saveChange, type Baseline } from '../../records/save-change.ts';
import { setActive } from '../../records/set-active.ts';
import { dayOf } from '../../domain/dates.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { requireRecords } from '../../reporting/report-json.ts';
import { readReportQuery, readReportQueryStrictly } from '../../reporting/report-query.ts';
import type { Report } from '../../reporting/report.ts';
import type { Call, Services } from '../../services.ts';
import { readId } from '../../read-model/field-readers.ts';
import { resolveRunSource, ownerOf, type RunRequest } from './run-source.ts';
import { CRON_LEAST_MINUTES, isTooOften } from './cron.ts';
import { findPeople } from './find-people.ts';
import { fromParamLines, toParamLines } from './domain/report-schedules.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import { checkSchedule, EMPTY_SCHEDULE, readSchedule, type ScheduleValues } from './schedule.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { requireOwn, requireRecipients, requireSchedules, SCHEDULE_KIND } from './schedule-kind.ts';

/** Active schedules per person, paused ones included. */
const SCHEDULES_PER_PERSON = 20;

export interface CreateScheduleCall extends Call {
  /** Fields left out are as on an empty form. */
  given: SubmittedValues;
  formToken: string;
}

export interface UpdateScheduleCall extends Call, Baseline {
  id: string;
  /** Fields left out stay as they are. */
  given: SubmittedValues;
}

type ScheduleCall = Call & { id: string };

/** A schedule of one's own; the same form sent twice makes one. Errors: `forbidden`, `invalid-input` by field, `conflict`. */
export async function createSchedule(services: Services, call: CreateScheduleCall): Promise<{ id: string }> {
  const { actor, requestId, formToken } = call;
  requireSchedules(actor);
  const values = await checkSubmitted(services, { ...call, owner: actor }, EMPTY_SCHEDULE);
  return createOnce(services, SCHEDULE_KIND, {
    actor,
    requestId,
    values,
    added: { userId: actor.id },
    formToken,
    check: (tx) => requireBelowLimit(tx, actor.id),
  });
}

/**
 * Stores what the form holds; owner and state stay. Times that were due before no longer count, as the schedule may now say others.
 * @returns what others changed meanwhile and the save has kept
 * Errors: `forbidden`, `not-found`, `invalid-input` by field, `conflict` (Conflict, or a deactivated schedule).
 */
export async function updateSchedule(services: Services, call: UpdateScheduleCall): Promise<Merged | null> {
  const { actor, requestId, id, ifVersion, base = null } = call;
  requireSchedules(actor);
  const stored = await services.documents.main.get(`${SCHEDULE_KIND.collection}/${id}`);
  if (!stored) throw SCHEDULE_KIND.notFound(id);
  requireOwn(actor, stored);
  const owner = await ownerOf(services, actor, readId(stored.data, 'userId'));
  return saveChange(services, SCHEDULE_KIND, {
    actor,
    requestId,
    id,
    ifVersion,
    base,
    values: await checkSubmitted(services, { ...call, owner }, readSchedule(stored.data)),
    admit(document) {
      requireOwn(actor, document);
      requireInUse(document.data, id);
    },
  });
}

/** Pauses or resumes a schedule: times that fall due while it is paused are not missed. Errors: `forbidden`, `not-found`, `conflict`. */
export async function setPaused(services: Services, { actor, requestId, id, paused }: ScheduleCall & { paused: boolean }): Promise<void> {
  requireSchedules(actor);
  await saveChange(services, SCHEDULE_KIND, {
    actor,
    requestId,
    id,
    values: { estado: !paused },
    admit(document) {
      requireOwn(actor, document);
      requireInUse(document.data, id);
    },
  });
}

/** Stops a schedule; its runs stay. Errors: `forbidden`, `not-found`. */
export async function deactivateSchedule(services: Services, { actor, requestId, id }: ScheduleCall): Promise<void> {
  requireSchedules(actor);
  const admit = requireOwn.bind(null, actor);
  await setActive(services, SCHEDULE_KIND, { actor, requestId, ids: [id], isActive: false, admit });
}

/** Errors: `forbidden`, `not-found`, `conflict` when its owner has as many as a person may have. */
export async function restoreSchedule(services: Services, { actor, requestId, id }: ScheduleCall): Promise<void> {
  requireSchedules(actor);
  const stored = await services.documents.main.get(`${SCHEDULE_KIND.collection}/${id}`);
  if (!stored) throw SCHEDULE_KIND.notFound(id);
  const admit = requireOwn.bind(null, actor);
  const check = (tx: DocumentTransaction) => requireBelowLimit(tx, readId(stored.data, 'userId'));
  await setActive(services, SCHEDULE_KIND, { actor, requestId, ids: [id], isActive: true, admit, check });
}

async function requireBelowLimit(tx: DocumentTransaction, userId: string): Promise<void> {
  const own = await findOwn(tx, SCHEDULE_KIND.collection, { userId });
  if (own.filter(({ data }) => isActive(data)).length < SCHEDULES_PER_PERSON) return;
  throw new AppError('conflict', `${userId} has ${SCHEDULES_PER_PERSON} report schedules`, {
    userMessage: `Cada persona puede tener hasta ${SCHEDULES_PER_PERSON} reportes programados. Desactive alguno para guardar otro.`,
  });
}

function requireInUse(data: Parameters<typeof isActive>[0], id: string): void {
  if (isActive(data)) return;
  throw new AppError('conflict', `report schedule ${id} is deactivated`, {
    userMessage: 'El reporte programado está desactivado. Restáurelo antes de cambiarlo.',
  });
}

/**
 * Valid values, with only the report's own parameters. Errors: `forbidden` (the report's menu, or recipients beyond those of `before` for
 * somebody who schedules only for themselves), `invalid-input` by field.
 */
async function checkSubmitted(
  services: Services,
  { actor, owner, given }: Pick<CreateScheduleCall, 'actor' | 'given'> & { owner: Staff | null },
  before: ScheduleValues,
): Promise<ScheduleValues> {
  const values = checkSchedule({ ...before, ...given, estado: before.estado });
  requireRecipients(actor, values.recipients, before.recipients);
  if (!isAdministrator(actor) && isTooOften(values.cron))
    throw invalidFields({ cron: [`Entre una ejecución y la siguiente debe haber al menos ${CRON_LEAST_MINUTES} minutos.`] }, 'problems');
  const request = { reportId: values.reportId, params: fromParamLines(values.params), stored: fromParamLines(before.params) };
  const params = await checkRunRequest(services, { actor, owner, ...request });
  await requirePeople(services, values.recipients);
  return { ...values, params: toParamLines(params) };
}

/**
 * Checks what a report or view is asked for, and returns it as stored. A view of members needs a fresh proof of identity, because its
 * schedule goes on giving out members.
 * @param stored parameters that the schedule has already: what its filters name may be gone
 * Errors: `forbidden` (isProofNeeded among them), `invalid-input` at `reportId` and `params.<name>`.
 */
export async function checkRunRequest(
  services: Services,
  { actor, owner, reportId, params, stored = {} }: RunRequest & { actor: Staff; owner: Staff | null; stored?: RunRequest['params'] },
): Promise<RunRequest['params']> {
  if (reportId !== SAVED_VIEW.id) {
    const report = services.registries.reports.find(({ id }) => id === reportId);
    if (!report) throw invalidFields({ reportId: ['Elija un reporte de la lista.'] }, 'problems');
    requireMenu(actor, report.menu, 'export');
    return checkParams(services, { actor, report, given: params, stored });
  }
  const { vista = '' } = params;
  const found = vista === '' ? 'Elija una vista de la lista.' : await resolveRunSource(services, owner, { reportId, params });
  if (typeof found === 'string') throw invalidFields({ 'params.vista': [found] }, 'problems');
  if (found.asked.holdsMembers) requireFresh(actor);
  return { vista };
}

interface GivenParams {
  actor: Staff;
  report: Report;
  given: RunRequest['params'];
  stored: RunRequest['params'];
}

/** The parameters that the report knows, checked as its file and its JSON do. Errors: `invalid-input` at `params.<name>`. */
async function checkParams({ sql }: Services, { actor, report, given, stored }: GivenParams): Promise<Record<string, string>> {
  const now = new Date();
  const relative = (given['relative'] ?? '').trim();
  if (relative !== '' && !isRelativeDays(relative))
    throw invalidFields({ 'params.relative': ['Elija de la lista de qué días es el reporte.'] }, 'problems');
  try {
    const query = readReportQueryStrictly(report, new URLSearchParams({ ...given, ...resolveParams(given, now) }), { now, pageSize: 1 });
    const changed = Object.entries(query.filters).filter(([name, value]) => value !== stored[name]);
    await readForScreen(sql, (read) =>
      requireRecords(read, report, {
        query: { ...query, filters: Object.fromEntries(changed) },
        actor,
        hasRows: async () => (await report.run(read, { query, today: dayOf(now), actor })).count > 0,
      }),
    );
    const modes = { by: given['by'] ? query.by : '', compare: given['compare'] ? query.comparison : '' };
    const chosen = Object.entries({ ...query.filters, ...modes }).filter(([, value]) => value !== '');
    return { ...Object.fromEntries(chosen), ...(report.days === 'none' ? {} : daysOf(given, relative, query)) };
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, texts]) => [`params.${name}`, texts]);
    throw invalidFields(Object.fromEntries(fields) as Record<string, string[]>, 'problems');
  }
}

/** A relative period by name, or the days as given. */
function daysOf(
  given: Readonly<Record<string, string>>,
  relative: string,
  { from, to }: { from: string; to: string },
): Record<string, string> {
  return relative === '' ? { from: given['from'] ? from : '', to: given['to'] ? to : '' } : { relative };
}

/** The parameters as an address has them, with the days that relative ones stand for at `at`. */
export function resolveParams(params: Readonly<Record<string, string>>, at: Date): Record<string, string> {
  const { relative = '', ...plain } = params;
  return isRelativeDays(relative) ? { ...plain, ...resolveRelativeDays(relative, at) } : plain;
}

/** The same for a run: if the report would choose days itself, those of `at` are fixed, so that a late run asks for the same days. */
export function resolveRunParams(report: Report | undefined, params: Readonly<Record<string, string>>, at: Date): Record<string, string> {
  const requested = resolveParams(params, at);
  if (!report || report.days === 'none') return requested;
  const { from, to } = readReportQuery(report, new URLSearchParams(requested), { now: at, pageSize: 1 }).query;
  return { ...requested, ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** Errors: `invalid-input` at `recipients`. */
async function requirePeople(services: Services, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await findPeople(services, ids);
  if (found.length === ids.length) return;
  throw invalidFields({ recipients: ['Hay personas que ya no existen o están desactivadas. Vuelva a elegirlas.'] }, 'problems');
}
