import { formatDay } from '../../domain/dates.ts';
import { capitalize } from '../../domain/grammar.ts';
import { countOf, formatCount, formatShare } from '../../domain/text.ts';
import { recordFilter } from '../../lists/filters.ts';
import { AGENCIES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { listHref } from '../../reporting/list-href.ts';
import type { Report, ReportColumn, ReportFigure, ReportNumbers, ReportParameter, ReportQuery } from '../../reporting/report.ts';
import { whatIsAsked } from '../../reporting/report-query.ts';
import { FILE_EVENTS } from './event-list.ts';
import { factsOf, readAllRows, readNumbers, type FileTotals } from './run-report.ts';
import type { FileRow } from './report-rows.ts';
import type { CountedEvents } from './report-source.ts';

/** The reports of the Maletín, as data; the first three have their own addresses (specification section 4, "Report names"). */
export const REPORT_IDS = ['uploads-by-user', 'downloads-by-user', 'downloads-by-file'] as const;
export type ReportId = (typeof REPORT_IDS)[number];

type FileReport = Report<FileRow, FileTotals> & CountedEvents;

const PLACE = { label: 'Reportes del Maletín', href: '/briefcase/reports' };
const EVENT_WORDS = {
  upload: { event: 'carga', events: 'cargas' },
  download: { event: 'descarga', events: 'descargas' },
  view: { event: 'vista', events: 'vistas' },
  print: { event: 'impresión', events: 'impresiones' },
} as const;
const ROW_WORDS = { user: { row: 'usuario', rows: 'usuarios' }, file: { row: 'archivo', rows: 'archivos' } } as const;

const EMAIL: ReportColumn<FileRow, FileTotals> = {
  ...{ name: 'email', title: 'Correo electrónico', kind: 'text', width: 32, only: 'file' },
  value: (row) => row.email,
};

/** Of people and things that are gone, too: what they did still counts. */
const PARAMETERS: readonly ReportParameter[] = [
  {
    ...recordFilter({ name: 'agencyId', label: 'Agencia', all: 'Todas las agencias', records: AGENCIES, retired: true }),
    allInFile: 'Todas',
  },
  { ...recordFilter({ name: 'userId', label: 'Usuario', all: 'Todos los usuarios', records: PEOPLE, retired: true }), allInFile: 'Todos' },
  {
    ...recordFilter({ name: 'folderId', label: 'Carpeta', all: 'Todas las carpetas', records: FOLDERS, retired: true }),
    allInFile: 'Todas',
  },
];

export const REPORTS: Readonly<Record<ReportId, FileReport>> = {
  'uploads-by-user': fileReport({
    id: 'uploads-by-user',
    title: 'Cargas por usuario',
    question: '¿Quién sube archivos al Maletín, y cuántos?',
    description: 'Quién sube archivos al Maletín y cuántos.',
    filePrefix: 'cargas-por-usuario',
    counted: { area: 'briefcase', kind: 'upload', group: 'user' },
    detail: 'Agencia',
  }),
  'downloads-by-user': fileReport({
    id: 'downloads-by-user',
    title: 'Descargas por usuario',
    question: '¿Quién descarga archivos del Maletín, y cuántas veces?',
    description: 'Quién descarga archivos del Maletín y cuántas veces.',
    filePrefix: 'descargas-por-usuario',
    counted: { area: 'briefcase', kind: 'download', group: 'user' },
    detail: 'Agencia',
  }),
  'downloads-by-file': fileReport({
    id: 'downloads-by-file',
    title: 'Descargas por archivo',
    question: '¿Qué archivos del Maletín se descargan más?',
    description: 'Qué archivos del Maletín se descargan más.',
    filePrefix: 'descargas-por-archivo',
    counted: { area: 'briefcase', kind: 'download', group: 'file' },
    detail: 'Carpeta',
  }),
};

const others: readonly FileReport[] = [
  fileReport({
    ...{ id: 'views-by-user', title: 'Vistas por usuario', question: '¿Quién abre archivos del Maletín, y cuántas veces?' },
    filePrefix: 'vistas-por-usuario',
    counted: { area: 'briefcase', kind: 'view', group: 'user' },
    detail: 'Agencia',
  }),
  fileReport({
    ...{ id: 'views-by-file', title: 'Vistas por archivo', question: '¿Qué archivos del Maletín se abren más?' },
    filePrefix: 'vistas-por-archivo',
    counted: { area: 'briefcase', kind: 'view', group: 'file' },
    detail: 'Carpeta',
  }),
  fileReport({
    ...{ id: 'prints-by-user', title: 'Impresiones por usuario', question: '¿Quién imprime archivos del Maletín, y cuántas veces?' },
    filePrefix: 'impresiones-por-usuario',
    counted: { area: 'briefcase', kind: 'print', group: 'user' },
    detail: 'Agencia',
  }),
  fileReport({
    ...{ id: 'prints-by-file', title: 'Impresiones por archivo', question: '¿Qué archivos del Maletín se imprimen más?' },
    filePrefix: 'impresiones-por-archivo',
    counted: { area: 'briefcase', kind: 'print', group: 'file' },
    detail: 'Carpeta',
  }),
];

export const FILE_REPORTS: readonly FileReport[] = [...REPORT_IDS.map((id) => REPORTS[id]), ...others];

interface FileReportFacts extends Pick<FileReport, 'description' | 'filePrefix' | 'id' | 'question' | 'title'> {
  counted: CountedEvents;
  /** Title of the second column. */
  detail: string;
}

function fileReport({ counted, detail, ...facts }: FileReportFacts): FileReport {
  const words = { ...EVENT_WORDS[counted.kind], ...ROW_WORDS[counted.group] };
  const columns: ReportColumn<FileRow, FileTotals>[] = [
    { name: 'name', title: capitalize(words.row), kind: 'text', width: 42, value: (row) => row.name, sort: 'name' },
    { name: 'detail', title: detail, kind: 'text', width: 30, value: (row) => row.detail, from: 'sm' },
    {
      name: 'events',
      title: capitalize(words.events),
      kind: 'integer',
      width: 14,
      value: (row) => row.events,
      sum: (totals) => totals.events,
      sort: 'events',
    },
    { name: 'share', title: '% del total', kind: 'percent', width: 13, value: (row) => row.share, sum: () => 1, from: 'sm' },
    { name: 'lastAt', title: `Última ${words.event}`, kind: 'datetime', width: 20, value: (row) => row.lastAt, from: 'md' },
    // Two people of one name, two files of one name in one folder.
    ...(counted.group === 'user' ? [EMAIL] : []),
    { name: 'id', title: 'Código', kind: 'text', value: (row) => row.id, only: 'file' },
  ];
  return {
    ...facts,
    ...counted,
    menu: 'briefcase-reports',
    // People and files count the same events: Inicio shows them once.
    ...(counted.group === 'user' && { isOnHome: true }),
    url: REPORT_IDS.some((id) => id === facts.id) ? `${PLACE.href}/${facts.id}` : `/reports/${facts.id}`,
    place: PLACE,
    days: 'closed',
    parameters: PARAMETERS,
    agencyParameter: 'agencyId',
    sorts: { events: 'desc', name: 'asc' },
    words,
    columns,
    rowKey: (row) => row.id,
    bar: (row) => ({ name: row.name, value: row.events }),
    figures: (numbers) => figuresOf(words, numbers),
    drillDown: (row, query) => drillDown(counted, row, query),
    run: (read, question) => readNumbers(read, { ...question, report: counted }),
    rows: (sql, { query }) => readAllRows(sql, counted, query),
    facts: ({ query }) => factsOf(counted, query),
  };
}

/** From a person or a file to the lines of the ledger that are counted. */
function drillDown({ area, kind, group }: CountedEvents, { id }: FileRow, { from, to, filters }: ReportQuery): string | null {
  if (id === '') return null;
  const asked = { area, kind, from, to, ...filters, [group === 'file' ? 'fileId' : 'userId']: id };
  return listHref(FILE_EVENTS, whatIsAsked(asked));
}

function figuresOf(
  words: FileReport['words'],
  { totals, top }: Pick<ReportNumbers<FileRow, FileTotals>, 'totals' | 'top'>,
): ReportFigure[] {
  const first = top[0];
  const { busiest } = totals;
  return [
    { label: `Total de ${words.events}`, value: formatCount(totals.events), note: 'en el período' },
    { label: capitalize(words.rows), value: formatCount(totals.groups), note: `con al menos una ${words.event}` },
    { label: 'Promedio por día', value: formatAverage(totals.perDay), note: `${words.events} por día` },
    {
      label: 'Día con más',
      value: busiest ? formatDay(busiest.day) : '—',
      note: busiest ? countOf(busiest.events, words.event, words.events) : '',
    },
    { label: 'En primer lugar', value: first ? formatShare(first.share) : '—', note: first ? first.name : '' },
  ];
}

function formatAverage(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1);
}
