import { addDays, dayOf, formatDateTime } from '../../domain/dates.ts';
import type { Noun } from '../../domain/grammar.ts';
import { canOpen, requireAnyReport, type Staff } from '../../domain/permissions.ts';
import { RUN_STATUSES, runStatusLabel } from './domain/report-schedules.ts';
import { formatCount } from '../../domain/text.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, optionFilter, recordFilter, type ChoiceFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import type { Report } from '../../reporting/report.ts';
import { rightsOf } from '../../staff/rights.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { namesOfReports, reportOptions, reportTitle } from './schedule-list.ts';

export const RUNS_URL = '/reports/runs';
const RUN_NOUN: Noun = { singular: 'ejecución', plural: 'ejecuciones', gender: 'f' };
/** Days that failures stay in the inbox of administrators. */
const FAILURES_SHOWN_DAYS = 7;

export interface RunRow {
  id: string;
  reportId: string;
  /** Title of the schedule; '' for a run that was asked for from the report. */
  scheduleTitle: string;
  dueAt: Date | null;
  finishedAt: Date | null;
  asOf: Date | null;
  status: string;
  progress: number;
  rows: number;
  bytes: bigint;
  error: string;
  notSent: number;
  ownerName: string;
  dataSha256: string;
  createdAt: Date;
  updatedAt: Date | null;
}

type RunReports = readonly Pick<Report, 'id' | 'menu' | 'title'>[];

/** Runs that the person owns or is sent. */
function ownOrSent(actor: Staff): SqlFragment {
  return fragment`(t."userId" = ${actor.id} OR EXISTS (SELECT 1 FROM reportes_programados p
    WHERE p.id = t."scheduleId" AND ${actor.id} = ANY (p.recipients) AND NOT p.source_deleted))`;
}

/** Runs of reports that the person may open; those of a report that no longer exists show to everybody who may see the run. */
function ofOpenReports(actor: Staff, reports: RunReports): SqlFragment {
  const closed = reports.filter(({ menu }) => !canOpen(actor, menu)).map(({ id }) => id);
  return fragment`t."reportId" <> ALL(${closed}::text[])`;
}

/** Runs that the person may open, by the rules of `getVisibleRun`; administrators see everybody's. */
function runAccess(actor: Staff, reports: RunReports): SqlFragment[] {
  if (isAdministrator(actor)) return [];
  return [
    ownOrSent(actor),
    ofOpenReports(actor, reports),
    fragment`(t.status <> 'lista' OR t.readers ->> ${actor.id}::text = ${rightsOf(actor)})`,
  ];
}

const REPORT_FILTER = 'reportId';

function reportFilter(offered: RunReports): ChoiceFilter {
  return optionFilter({ name: REPORT_FILTER, label: 'Reporte', all: 'Reporte: todos', options: reportOptions(offered) });
}

export function runList(reports: RunReports): List<RunRow> {
  const titleOf = (id: string) => reportTitle(reports, id);
  return {
    menu: 'reports',
    url: RUNS_URL,
    noun: RUN_NOUN,
    source: {
      table: 'reportes_ejecuciones',
      select: `t.id, t."reportId", t."dueAt", t."finishedAt", t."asOf", t.status, t.progress, t.rows, t.bytes, t.error, t."dataSha256",
        t."createdAt", t."updatedAt", jsonb_array_length(t."notSentTo") AS "notSent", coalesce(nullif(u.name, ''), t."userId") AS "ownerName",
        coalesce(s.title, '') AS "scheduleTitle"`,
      joins: `LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN reportes_programados s ON s.id = t."scheduleId" AND NOT s.source_deleted`,
      named: [
        { column: 'scheduleId', table: 'reportes_programados', name: 'title' },
        { column: 'userId', ...PEOPLE },
        { column: 'reportId', values: namesOfReports(reports) },
      ],
    },
    columns: declareColumns([
      {
        name: 'report',
        label: 'Reporte',
        look: 'cut',
        width: 36,
        value: (row) => titleOf(row.reportId),
        text: (row) => row.scheduleTitle || titleOf(row.reportId),
        also: [{ title: 'Programado', width: 36, value: (row) => row.scheduleTitle }],
      },
      { name: 'dueAt', label: 'Para el', kind: 'datetime', look: 'nowrap tabular', sort: { type: 'timestamptz', nullable: true } },
      {
        name: 'status',
        label: 'Estado',
        look: 'nowrap',
        value: (row) => runStatusLabel(row.status),
        text: ({ status, progress }) => runStatusLabel(status) + (status === 'en_proceso' ? ` (${progress} %)` : ''),
      },
      {
        name: 'rows',
        label: 'Filas',
        kind: 'integer',
        look: 'num',
        from: 'sm',
        sort: { type: 'integer', first: 'desc' },
        text: ({ rows, status }) => (status === 'lista' ? formatCount(rows) : null),
      },
      { name: 'asOf', label: 'Datos al', kind: 'datetime', look: 'nowrap tabular', from: 'lg' },
      { title: 'Terminó', kind: 'datetime', value: (row) => (row.status === 'vencida' ? null : row.finishedAt) },
      { name: 'error', label: 'Motivo', look: 'whole', from: 'md', width: 40 },
      {
        name: 'notSent',
        label: 'Sin enviar',
        kind: 'integer',
        look: 'num',
        from: 'lg',
        text: ({ notSent }) => (notSent === 0 ? null : formatCount(notSent)),
      },
      { name: 'owner', label: 'Dueño', look: 'cut', from: 'xl', width: 30, value: (row) => row.ownerName },
      { title: 'SHA-256 de los datos', isId: true, value: (row) => row.dataSha256 },
      ID_COLUMN,
    ]),
    sortable: { createdAt: { type: 'timestamptz' } },
    usualSort: () => 'dueAt',
    filters: [
      reportFilter(reports),
      optionFilter({
        name: 'status',
        label: 'Estado',
        all: 'Estado: todos',
        options: RUN_STATUSES.map((status) => ({ value: status, label: runStatusLabel(status) })),
      }),
      recordFilter({
        name: 'scheduleId',
        label: 'Programado',
        all: 'Programado: todos',
        place: 'more',
        records: { table: 'reportes_programados', name: 'title' },
        visible: (actor) =>
          isAdministrator(actor)
            ? fragment`TRUE`
            : fragment`(t."userId" = ${actor.id} OR ${actor.id} = ANY (t.recipients)) AND ${ofOpenReports(actor, reports)}`,
      }),
      recordFilter({ name: 'userId', label: 'Dueño', all: 'Dueño: todos', place: 'more', records: PEOPLE }),
      optionFilter({
        name: 'notSentTo',
        label: 'Envío',
        all: 'Envío: todos',
        place: 'more',
        options: [{ value: 'true', label: 'No llegó a todos' }],
        where: () => [fragment`jsonb_array_length(t."notSentTo") > 0`],
      }),
      dayFilter({ column: 'dueAt' }),
    ],
    access: (actor) => runAccess(actor, reports),
    hit: {
      title: (row) => row.scheduleTitle || titleOf(row.reportId),
      facts: (row) => [formatDateTime(row.dueAt), runStatusLabel(row.status)],
    },
    inbox: [
      {
        id: 'failed-runs',
        title: 'Reportes que fallaron esta semana',
        params: (actor) => (isAdministrator(actor) ? { status: 'fallida', from: failuresShownSince(dayOf(new Date())) } : null),
      },
    ],
  };
}

export const MY_REPORTS_URL = '/reports/mine';
/** A run that nobody has opened for so many days no longer counts as new. */
const NEWS_DAYS = 30;

/** Ready runs that the person has not opened, over `t`. */
export function isNewRun(actor: Staff): SqlFragment {
  return fragment`(t.status = 'lista' AND t."finishedAt" > now() - make_interval(days => ${NEWS_DAYS}::int)
    AND NOT EXISTS (SELECT 1 FROM run_openings o WHERE o.run_id = t.id AND o.user_id = ${actor.id}))`;
}

/** Filters on others, and the one that offers every report. */
const NOT_IN_OWN: readonly (string | undefined)[] = [REPORT_FILTER, 'userId', 'notSentTo'];

/**
 * «Mis reportes»: runs that the person asked for or is sent and may open; never those of others, even if they may see them.
 * Errors: `forbidden` for somebody who may open no report.
 */
export function myRunList(reports: RunReports, actor: Staff): List<RunRow> {
  const all = runList(reports);
  return {
    ...all,
    menu: requireAnyReport(actor),
    url: MY_REPORTS_URL,
    filters: [
      optionFilter({
        name: 'nuevos',
        label: 'Novedad',
        all: 'Nuevos y abiertos',
        options: [{ value: 'true', label: 'Nuevos' }],
        where: () => [isNewRun(actor)],
      }),
      reportFilter(isAdministrator(actor) ? reports : reports.filter(({ menu }) => canOpen(actor, menu))),
      ...all.filters.filter(({ select }) => !NOT_IN_OWN.includes(select?.name)),
    ],
    access: () => (isAdministrator(actor) ? [ownOrSent(actor)] : runAccess(actor, reports)),
    inbox: [{ id: 'new-reports', title: 'Reportes nuevos para usted', params: () => ({ nuevos: 'true' }) }],
    // Who else did not get a run is its owner's concern.
    columns: all.columns.filter((column) => !('name' in column) || column.name !== 'notSent'),
    hit: { ...all.hit, kind: 'mis_reportes', base: RUNS_URL },
    sheet: { title: 'Mis reportes', file: 'Mis reportes' },
  };
}

/** First of the days for which failures are shown. */
export function failuresShownSince(today: string): string {
  return addDays(today, 1 - FAILURES_SHOWN_DAYS);
}
