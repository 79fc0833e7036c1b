import type { StoryQuery } from '../../domain/story.ts';
import { findRecordStory } from '../../records/record-story.ts';
import type { Story } from '../../records/story.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { isActive } from '../../records/content-version.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { cronSentence } from './domain/cron-words.ts';
import { canOpen, may, type Staff } from '../../domain/permissions.ts';
import { readId } from '../../read-model/field-readers.ts';
import { findChoiceName, findChoices, PEOPLE } from '../../read-model/pages/choices.ts';
import { formState, pathOf } from '../../records/record-kind.ts';
import type { FilterOption } from '../../lists/filters.ts';
import { recordForm } from '../../records/record-form.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import type { Report } from '../../reporting/report.ts';
import type { Call, Services } from '../../services.ts';
import { findRunSource, findExportableViews, resolveRunSource, ownerOf, viewLabel, type RunSource, type RunRequest } from './run-source.ts';
import { checkCron, nextTimes } from './cron.ts';
import { findPeople, type Person } from './find-people.ts';
import { requireOwn, requireSchedules, SCHEDULE_KIND, SCHEDULES_MENU } from './schedule-kind.ts';
import { cronOf, fromParamLines } from './domain/report-schedules.ts';
import { checkSchedule, EMPTY_SCHEDULE, readSchedule, SCHEDULE_FIELDS, type ScheduleValues } from './schedule.ts';
import { isRelativeDays, RELATIVE_LABELS } from './domain/relative-days.ts';
import { resolveParams } from './save-schedule.ts';
import { describeReportParameters, PERIOD_LABELS } from '../../reporting/export-report.ts';

const NEXT_SHOWN = 5;

/** When something runs, in words, and the next times. */
export interface Timing {
  sentence: string;
  next: Date[];
}

export interface ScheduleRecord {
  id: string;
  values: ScheduleValues;
  userId: string;
  ownerName: string;
  asking: RunRequest;
  /** null once it is gone. */
  asked: RunSource | null;
  /** Why no run can be made, in Spanish; '' where it can. */
  problem: string;
  isActive: boolean;
  version: string;
  updatedAt: string | null;
  timing: Timing;
}

/** Errors: `forbidden`, `not-found` (also what is somebody else's). */
export async function getSchedule(services: Services, { actor, id }: Call & { id: string }): Promise<ScheduleRecord> {
  requireSchedules(actor);
  const stored = await services.documents.main.get(pathOf(SCHEDULE_KIND, id));
  if (!stored) throw SCHEDULE_KIND.notFound(id);
  requireOwn(actor, stored);
  const values = readSchedule(stored.data);
  const userId = readId(stored.data, 'userId');
  const { version, updatedAt } = formState(SCHEDULE_KIND, stored);
  const asking = { reportId: values.reportId, params: fromParamLines(values.params) };
  const found = await resolveRunSource(services, await ownerOf(services, actor, userId), asking);
  const isAvailable = typeof found !== 'string';
  return {
    id,
    values,
    userId,
    version,
    updatedAt,
    isActive: isActive(stored.data),
    ownerName: await findChoiceName(services.sql, PEOPLE, userId),
    asking: isAvailable ? { ...asking, params: found.params } : asking,
    asked: isAvailable ? found.asked : findRunSource(services, asking),
    problem: isAvailable ? '' : found,
    timing: timingFrom(cronOf(values), new Date()),
  };
}

/** What was changed of a schedule, newest first. Errors: `forbidden`, `not-found` (also what is somebody else's). */
export async function findScheduleStory(
  services: Services,
  { actor, id, part, before }: Call & StoryQuery & { id: string },
): Promise<Story> {
  requireSchedules(actor);
  const stored = await services.documents.main.get(pathOf(SCHEDULE_KIND, id));
  if (!stored) throw SCHEDULE_KIND.notFound(id);
  requireOwn(actor, stored);
  const titleOf = (report: string) => services.registries.reports.find((one) => one.id === report)?.title ?? report;
  const record = {
    database: SCHEDULE_KIND.database,
    path: stored.path,
    noun: SCHEDULE_KIND.noun,
    fields: services.registries.records[SCHEDULE_KIND.collection]?.fields ?? [],
    flatten: (side: Fields) => (typeof side['reportId'] === 'string' ? { ...side, reportId: titleOf(side['reportId']) } : side),
  };
  return findRecordStory(services, record, { actor, part, before });
}

/** What typed times mean. Errors: `forbidden`, `invalid-input` by field. */
export async function previewTiming(_services: Services, { actor, given }: Call & { given: SubmittedValues }): Promise<Timing> {
  requireSchedules(actor);
  const { frequency, cron, hora } = { ...EMPTY_SCHEDULE, ...given };
  return timingFrom(cronOf(checkSchedule({ ...EMPTY_SCHEDULE, reportId: '-', title: '-', frequency, cron, hora })), new Date());
}

function timingFrom(cron: string, now: Date): Timing {
  if (checkCron(cron) !== null) return { sentence: 'Nunca: la expresión cron no es válida.', next: [] };
  return { sentence: cronSentence(cron), next: nextTimes(cron, now, NEXT_SHOWN) };
}

/**
 * Possible recipients of a schedule: active people; for somebody who schedules only for themselves, only them and the `chosen` ones.
 * Whether they may open the report is checked at each sending. Errors: `forbidden`.
 */
export async function findRecipients({ sql }: Services, { actor, chosen }: Call & { chosen: readonly string[] }): Promise<Person[]> {
  requireSchedules(actor);
  if (!canOpen(actor, SCHEDULES_MENU)) return findPeople({ sql }, [actor.id, ...chosen]);
  const people = await findChoices(sql, { ...PEOPLE, inUse: 't.state' });
  return people.map(({ id, name }) => ({ id, name }));
}

/** The form of a schedule and its fields: no data, so no permission is needed. */
export const scheduleForm = recordForm(SCHEDULE_FIELDS);

/** The views that a schedule of somebody may send, their own first. Errors: `forbidden`. */
export async function findSchedulableViews(services: Services, { actor, userId }: Call & { userId: string }): Promise<FilterOption[]> {
  requireSchedules(actor);
  const owner = await ownerOf(services, actor, userId);
  const views = owner ? await findExportableViews(services, owner) : [];
  return views.map((view) => ({ value: view.id, label: viewLabel(services, view) }));
}

/** The reports that the person may schedule, in the order of their menu. Errors: `forbidden`. */
export async function findSchedulable({ registries }: Services, { actor }: Call): Promise<Report[]> {
  requireSchedules(actor);
  return registries.reports.filter(({ menu }) => canOpen(actor, menu));
}

async function describeView(services: Services, actor: Staff, asking: RunRequest): Promise<(readonly [label: string, value: string])[]> {
  const source = findRunSource(services, asking);
  if (!source) return [];
  const filters = may(actor, source.menu, 'export') ? (await source.open(actor, 'csv')).sheet.parameters : [];
  return [['Vista', source.title], ...filters];
}

/** What a schedule or run asks its report for, as the head of the file shows it; relative days by name. */
export async function describeParams(
  services: Services,
  { actor, reportId, params }: Call & RunRequest,
): Promise<(readonly [label: string, value: string])[]> {
  if (reportId === SAVED_VIEW.id) return describeView(services, actor, { reportId, params });
  const report = services.registries.reports.find(({ id }) => id === reportId);
  if (!report || !canOpen(actor, report.menu)) return Object.entries(params);
  const { relative = '' } = params;
  const parameters = await describeReportParameters(services, {
    actor,
    report,
    params: new URLSearchParams(resolveParams(params, new Date())),
  });
  if (!isRelativeDays(relative)) return parameters;
  return [['Días', RELATIVE_LABELS[relative]], ...parameters.filter(([label]) => !PERIOD_LABELS.some((one) => one === label))];
}
