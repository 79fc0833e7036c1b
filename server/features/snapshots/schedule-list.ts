import { fieldText } from '../../domain/field-text.ts';
import { FREQUENCIES, FREQUENCY_LABELS, NO_RUN, runStatusLabel } from '../../domain/report-schedules.ts';
import { normalizeForSearch } from '../../domain/search.ts';
import { deletedFilter, flagFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import type { Report } from '../../reporting/report.ts';
import { isAdministrator, SCHEDULE_NOUN } from './schedule-kind.ts';
import { fieldNamed } from '../../records/record-fields.ts';
import { SCHEDULE_FIELDS, timingText } from './schedule.ts';

export const SCHEDULES_URL = '/reports/schedules';

export interface ScheduleRow {
  id: string;
  title: string;
  reportId: string;
  frequency: string;
  cron: string;
  hora: string;
  format: string;
  ownerName: string;
  estado: boolean;
  /** Of the newest run that is over; '' before the first. */
  lastStatus: string;
  lastError: string;
  lastDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
}

export type ReportNames = readonly Pick<Report, 'id' | 'title'>[];

/** What a filter and the search know of reports. */
export function reportOptions(reports: ReportNames): { value: string; label: string }[] {
  return reports.map(({ id, title }) => ({ value: id, label: title }));
}

/** The newest that is over. */
const LAST_RUN = `SELECT e.status, e.error, e."dueAt", e.search_text FROM reportes_ejecuciones e WHERE e."scheduleId" = t.id
  AND e.status IN ('lista', 'fallida') AND NOT e.source_deleted ORDER BY e."dueAt" DESC LIMIT 1`;

/** Schedules by what the list shows of their newest run, or that there is none. */
function byLastRun(q: string): SqlFragment | null {
  const typed = normalizeForSearch(q);
  if (typed.length < 3) return null;
  const none = normalizeForSearch(NO_RUN).startsWith(typed) ? fragment`NOT EXISTS (${trusted(LAST_RUN)})` : trusted('FALSE');
  return fragment`(${none} OR EXISTS (SELECT 1 FROM (${trusted(LAST_RUN)}) r WHERE position(${typed}::text IN r.search_text) > 0))`;
}

const OWNER = `coalesce(nullif(u.name, ''), t."userId")`;

/** Reports that run by themselves: one's own; administrators see those of everybody, and why one failed. */
export function scheduleList(reports: ReportNames): List<ScheduleRow> {
  const titleOf = (id: string) => reports.find((report) => report.id === id)?.title ?? id;
  return {
    menu: 'reports',
    url: SCHEDULES_URL,
    noun: SCHEDULE_NOUN,
    source: {
      table: 'reportes_programados',
      select: `t.id, t.title, t."reportId", t.frequency, t.cron, t.hora, t.format, t.estado, t."createdAt", t."updatedAt",
        ${OWNER} AS "ownerName", coalesce(r.status, '') AS "lastStatus", coalesce(r.error, '') AS "lastError", r."dueAt" AS "lastDueAt"`,
      joins: `LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN LATERAL (${LAST_RUN}) r ON true`,
      named: [
        { column: 'userId', table: 'usuarios', name: 'name' },
        { column: 'reportId', values: reports.map(({ id, title }) => ({ id, name: title })) },
      ],
      computed: [byLastRun],
    },
    sortable: {
      title: { type: 'text' },
      estado: { type: 'boolean' },
      createdAt: { type: 'timestamptz' },
      updatedAt: { type: 'timestamptz', nullable: true },
    },
    filters: [
      optionFilter({ name: 'reportId', label: 'Reporte', all: 'Reporte: todos', options: reportOptions(reports) }),
      flagFilter({ name: 'estado', label: 'Estado', all: 'Estado: todos', words: ['Activos', 'En pausa'] }),
      optionFilter({
        name: 'frequency',
        label: 'Frecuencia',
        all: 'Frecuencia: todas',
        place: 'more',
        options: FREQUENCIES.map((frequency) => ({ value: frequency, label: FREQUENCY_LABELS[frequency] })),
      }),
      recordFilter({ name: 'userId', label: 'Dueño', all: 'Dueño: todos', place: 'more', records: PEOPLE }),
      deletedFilter(SCHEDULE_NOUN),
    ],
    access: (actor) => (isAdministrator(actor) ? [] : [fragment`t."userId" = ${actor.id}`]),
    hit: { title: (row) => row.title || row.id, facts: (row) => [titleOf(row.reportId), timingText(row), row.ownerName] },
    newUrl: `${SCHEDULES_URL}/new`,
    sheet: {
      columns: [
        { title: 'Título', kind: 'text', shownIn: 'title', width: 40, value: (row) => row.title },
        { title: 'Reporte', kind: 'text', shownIn: 'report', width: 30, value: (row) => titleOf(row.reportId) },
        { title: 'Cuándo', kind: 'text', shownIn: 'timing', width: 40, value: timingText },
        { title: 'Archivo', kind: 'text', value: ({ format }) => fieldText(fieldNamed(SCHEDULE_FIELDS, 'format'), format) },
        { title: 'Dueño', kind: 'text', shownIn: 'owner', width: 30, value: (row) => row.ownerName },
        {
          title: 'Estado',
          kind: 'text',
          shownIn: 'estado',
          value: ({ estado }) => fieldText(fieldNamed(SCHEDULE_FIELDS, 'estado'), estado),
        },
        { title: 'Última ejecución', kind: 'datetime', shownIn: 'lastDueAt', value: (row) => row.lastDueAt },
        {
          title: 'Resultado',
          kind: 'text',
          shownIn: 'last',
          value: (row) => (row.lastStatus === '' ? '' : runStatusLabel(row.lastStatus)),
        },
        { title: 'Motivo', kind: 'text', shownIn: 'reason', width: 40, value: (row) => row.lastError },
        { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
        { title: 'Última modificación', kind: 'datetime', value: (row) => row.updatedAt },
        { title: 'Código', kind: 'text', value: (row) => row.id },
      ],
    },
  };
}
