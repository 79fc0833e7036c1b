import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { formatDateTime, formatDateTimeLong } from '#server/domain/dates.ts';
import {
  DELIVERY_LABELS,
  FORMAT_LABELS,
  runStatusLabel,
  TITLE_MAX,
  toParamLines,
} from '#server/features/snapshots/domain/report-schedules.ts';
import { SAVED_VIEW } from '#server/domain/saved-views.ts';
import { scheduleTimesFor } from '#server/features/snapshots/domain/relative-days.ts';
import { canOpen, requireAnyReport, type Staff } from '#server/domain/permissions.ts';
import type { ScheduleRecord, Timing } from '#server/features/snapshots/get-schedule.ts';
import type { ScheduleValues } from '#server/features/snapshots/schedule.ts';
import { joinLines, truncate } from '#server/domain/text.ts';
import type { FilterOption } from '#server/lists/filters.ts';
import type { Report } from '#server/reporting/report.ts';
import { readStoryQuery } from '#server/domain/story.ts';
import { requireStaff } from '../../context.ts';
import { readRecordAddress } from '../forms/record-screen.ts';
import { backOf, COPY_PARAM } from '../../record-links.ts';

type ScheduleData = Awaited<ReturnType<typeof loadSchedule>>;
export type ScheduleFormData = Extract<ScheduleData, { screen: 'edit' | 'new' }>;
export type ScheduleViewData = Extract<ScheduleData, { screen: 'view' }>;

/**
 * Data of `/:id`, `/:id/edit` and `/new`, which is prefilled with the report and parameters in its address, or from another schedule
 * (`copyFrom`).
 */
export async function loadSchedule({ request, params, context }: LoaderFunctionArgs) {
  const actor = requireStaff(context);
  requireAnyReport(actor);
  const { snapshots } = context.portal;
  const { id, screen } = readRecordAddress(params, 'report schedules');
  const url = new URL(request.url);
  const back = backOf(url);
  if (screen === 'new') {
    const ownRecipients = canOpen(actor, 'reports') ? {} : { recipients: [actor.id] };
    const views = await snapshots.findSchedulableViews({ actor, userId: actor.id });
    const copied = url.searchParams.get(COPY_PARAM);
    const values = {
      ...snapshots.scheduleForm.empty,
      ...(copied
        ? copyOf((await snapshots.getSchedule({ actor, id: copied })).values)
        : initialValues(url.searchParams, { reports: await snapshots.findSchedulable({ actor }), views })),
      ...ownRecipients,
    };
    return { screen, id: '', version: '', base: null, owner: '', back, values, ...(await formParts(context, actor, { values, views })) };
  }
  const record = await snapshots.getSchedule({ actor, id });
  if (screen === 'view') {
    const [shown, story] = await Promise.all([
      viewOf(context, actor, record),
      snapshots.findScheduleStory({ actor, id, ...readStoryQuery(url) }),
    ]);
    return { screen, back, story, ...shown };
  }
  const { values } = record;
  const views = await snapshots.findSchedulableViews({ actor, userId: record.userId });
  const owner = record.userId === actor.id ? '' : record.ownerName;
  return {
    screen,
    id,
    version: record.version,
    base: { ...values },
    owner,
    back,
    values,
    ...(await formParts(context, actor, { values, views })),
  };
}

function copyOf(source: ScheduleValues): ScheduleValues {
  return { ...source, title: truncate(`Copia de ${source.title}`, TITLE_MAX), estado: true };
}

const USUAL_TIMES = { relative: 'mes_anterior', frequency: 'mensual' } as const;

/** The initial values in an address; its other parameters belong to the page it came from. */
function initialValues(
  search: URLSearchParams,
  { reports, views }: { reports: readonly Report[]; views: readonly FilterOption[] },
): Partial<ScheduleValues> {
  if (search.get('reportId') === SAVED_VIEW.id) {
    const view = views.find(({ value }) => value === search.get('vista'));
    return { reportId: SAVED_VIEW.id, title: view?.label ?? '', frequency: 'semanal', params: view ? [`vista=${view.value}`] : [] };
  }
  const report = reports.find(({ id }) => id === search.get('reportId'));
  if (!report) return {};
  const days = report.days === 'none' ? [] : ['relative', 'from', 'to'];
  const names = [...days, 'by', 'compare', ...report.parameters.map(({ select }) => select.name)];
  const paramLines = toParamLines(Object.fromEntries(names.map((name) => [name, joinLines(search.getAll(name))])));
  const usual = { reportId: report.id, title: report.title };
  if (days.length === 0) return { ...usual, frequency: 'mensual', params: paramLines };
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const times = from === '' && to === '' ? USUAL_TIMES : scheduleTimesFor({ from, to }, new Date());
  if (times === null || search.get('relative')) return { ...usual, params: paramLines };
  const params = paramLines.filter((line) => !/^(from|to)=/.test(line));
  return { ...usual, frequency: times.frequency, params: [...params, `relative=${times.relative}`] };
}

async function formParts(
  context: Pick<AppLoadContext, 'portal'>,
  actor: Staff,
  { values, views }: { values: ScheduleValues; views: readonly FilterOption[] },
) {
  const { reports, snapshots } = context.portal;
  const schedulable = await snapshots.findSchedulable({ actor });
  const report = schedulable.find(({ id }) => id === values.reportId);
  const isView = values.reportId === SAVED_VIEW.id;
  const noFilters: Awaited<ReturnType<typeof reports.findFilters>> = {};
  const [filters, people] = await Promise.all([
    report ? reports.findFilters({ actor, report }) : noFilters,
    snapshots.findRecipients({ actor, chosen: values.recipients }),
  ]);
  const chosen = new Set(values.recipients);
  return {
    fields: snapshots.scheduleForm.fields,
    ...whatIsOpen(actor, values.recipients),
    /** One per form, as idempotency key: what is sent twice with it creates one schedule. */
    formToken: crypto.randomUUID(),
    reports: [...schedulable, ...(views.length > 0 || isView ? [SAVED_VIEW] : [])].map(({ id, title }) => ({ value: id, label: title })),
    hasReport: isView || report !== undefined,
    hasDays: !isView && report?.days !== 'none',
    filters: [
      ...(isView ? [{ name: 'vista', label: 'Vista', all: 'Elija una vista', options: views }] : []),
      ...(report?.parameters ?? []).map(({ select: { name, label, all } }) => ({ name, label, all, options: filters[name] ?? [] })),
      ...groupingOf(report),
    ],
    // Chosen people first, even if no longer active.
    people: [
      ...values.recipients.filter((id) => !people.some((person) => person.id === id)).map((id) => ({ id, name: `${id} (desactivada)` })),
      ...people.filter(({ id }) => chosen.has(id)),
      ...people.filter(({ id }) => !chosen.has(id)),
    ],
  };
}

function whatIsOpen(actor: Staff, recipients: readonly string[]) {
  const opensAll = canOpen(actor, 'reports');
  return {
    opensAll,
    /** The only possible recipient, when nobody else may be added or removed. */ only:
      opensAll || recipients.some((id) => id !== actor.id) ? null : actor.id,
  };
}

/** The report's alternative groupings; the default one needs no choice. */
function groupingOf(report: Report | undefined) {
  const [usual, ...others] = report?.groupings ?? [];
  if (!usual) return [];
  return [{ name: 'by', label: 'Agrupado', all: usual.label, options: others.map(({ id, label }) => ({ value: id, label })) }];
}

const HISTORY_SHOWN = '25';

async function viewOf(context: Pick<AppLoadContext, 'portal'>, actor: Staff, record: ScheduleRecord) {
  const { snapshots } = context.portal;
  const { id, isActive, ownerName, updatedAt, asking, asked, problem, timing } = record;
  const { title, recipients, format, delivery, estado, everyDueTime, retentionRuns } = record.values;
  const search = new URLSearchParams({ scheduleId: id, pageSize: HISTORY_SHOWN });
  const [described, people, history] = await Promise.all([
    snapshots.describeParams({ actor, ...asking }),
    snapshots.findRecipients({ actor, chosen: recipients }),
    canOpen(actor, 'reports') ? snapshots.findRuns({ actor, params: search }) : snapshots.findMyReports({ actor, params: search }),
  ]);
  return {
    opensAll: canOpen(actor, 'reports'),
    id,
    title: title || id,
    isActive,
    estado,
    everyDueTime,
    retentionRuns,
    ownerName,
    updatedAt: formatDateTimeLong(updatedAt),
    formToken: crypto.randomUUID(),
    report: { title: asked?.title ?? asking.reportId, url: asked && canOpen(actor, asked.menu) ? asked.href : null },
    problem,
    timing: shownTiming(timing),
    params: described.map(([label, value]) => ({ label, value })),
    recipients: recipients.map((one) => people.find((person) => person.id === one)?.name ?? `${one} (desactivada)`),
    format: FORMAT_LABELS[format],
    delivery: DELIVERY_LABELS[delivery],
    runs: {
      total: history.total,
      rows: history.rows.map((run) => ({
        id: run.id,
        status: run.status,
        error: run.error,
        rows: run.rows,
        notSent: run.notSent,
        progress: run.progress,
        label: runStatusLabel(run.status),
        dueAt: formatDateTime(run.dueAt),
        asOf: formatDateTime(run.asOf),
      })),
    },
  };
}

export function shownTiming({ sentence, next }: Timing): { sentence: string; next: string[] } {
  return { sentence, next: next.map((time) => formatDateTimeLong(time)) };
}
