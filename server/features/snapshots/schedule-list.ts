import { fieldText } from '../../domain/field-text.ts';
import { SAVED_VIEW } from '../../domain/saved-views.ts';
import { FREQUENCIES, FREQUENCY_LABELS, NO_RUN, runStatusLabel } from './domain/report-schedules.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { declareColumns } from '../../lists/columns.ts';
import { deletedFilter, flagFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { PEOPLE } from '../../read-model/pages/choices.ts';
import type { Report } from '../../reporting/report.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { SCHEDULE_NOUN } from './schedule-kind.ts';
import { fieldNamed } from '../../records/record-fields.ts';
import { ACTIVE_OR_PAUSED, SCHEDULE_FIELDS, timingText } from './schedule.ts';

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
  /** Status of the newest finished run; '' before the first. */
  lastStatus: string;
  lastError: string;
  lastDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date | null;
}

export type ReportNames = readonly Pick<Report, 'id' | 'title'>[];

const withViews = (reports: ReportNames): ReportNames => [...reports, SAVED_VIEW];

/** Title of a report; its id if it no longer exists. */
export function reportTitle(reports: ReportNames, id: string): string {
  return withViews(reports).find((report) => report.id === id)?.title ?? id;
}

/** Names of reports for the search. */
export const namesOfReports = (reports: ReportNames) => withViews(reports).map(({ id, title }) => ({ id, name: title }));

/** Reports as options of a filter. */
export function reportOptions(reports: ReportNames): { value: string; label: string }[] {
  return withViews(reports).map(({ id, title }) => ({ value: id, label: title }));
}

/** The newest finished run. */
const LAST_RUN = `SELECT e.status, e.error, e."dueAt", e.search_text FROM reportes_ejecuciones e WHERE e."scheduleId" = t.id
  AND e.status IN ('lista', 'fallida') AND NOT e.source_deleted ORDER BY e."dueAt" DESC LIMIT 1`;

/** Finds schedules by what the list shows of their newest run, or by having none. */
function byLastRun(q: string): SqlFragment | null {
  const typed = normalizeForSearch(q);
  if (typed.length < 3) return null;
  const none = normalizeForSearch(NO_RUN).startsWith(typed) ? fragment`NOT EXISTS (${trusted(LAST_RUN)})` : trusted('FALSE');
  return fragment`(${none} OR EXISTS (SELECT 1 FROM (${trusted(LAST_RUN)}) r WHERE position(${typed}::text IN r.search_text) > 0))`;
}

const OWNER = `coalesce(nullif(u.name, ''), t."userId")`;

/** Scheduled reports: one's own; administrators see everybody's, and why one failed. */
export function scheduleList(reports: ReportNames): List<ScheduleRow> {
  const titleOf = (id: string) => reportTitle(reports, id);
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
        { column: 'userId', ...PEOPLE },
        { column: 'reportId', values: namesOfReports(reports) },
      ],
      computed: [byLastRun],
    },
    columns: declareColumns([
      { name: 'title', label: 'Título', look: 'whole', width: 40, sort: { type: 'text' }, text: (row) => row.title || row.id },
      { name: 'report', label: 'Reporte', look: 'cut', from: 'xl', width: 30, value: (row) => titleOf(row.reportId) },
      { name: 'timing', label: 'Cuándo', look: 'whole', from: 'sm', width: 40, value: timingText },
      { title: 'Archivo', value: ({ format }) => fieldText(fieldNamed(SCHEDULE_FIELDS, 'format'), format) },
      {
        name: 'last',
        label: 'Última ejecución',
        title: 'Resultado',
        look: 'nowrap',
        value: (row) => (row.lastStatus === '' ? '' : runStatusLabel(row.lastStatus)),
        text: (row) => (row.lastStatus === '' ? NO_RUN : runStatusLabel(row.lastStatus)),
      },
      { name: 'lastDueAt', label: 'Del', title: 'Última ejecución', kind: 'datetime', look: 'nowrap tabular', from: 'lg' },
      { name: 'reason', label: 'Por qué falló', title: 'Motivo', look: 'whole', from: 'lg', width: 40, value: (row) => row.lastError },
      { name: 'owner', label: 'Dueño', look: 'cut', from: 'lg', width: 30, value: (row) => row.ownerName },
      { name: 'estado', label: 'Estado', kind: 'boolean', words: ACTIVE_OR_PAUSED, from: 'sm', sort: { type: 'boolean' } },
      { title: 'Fecha de creación', kind: 'datetime', value: (row) => row.createdAt },
      { title: 'Última modificación', kind: 'datetime', value: (row) => row.updatedAt },
      ID_COLUMN,
    ]),
    sortable: { createdAt: { type: 'timestamptz' }, updatedAt: { type: 'timestamptz', nullable: true } },
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
  };
}
