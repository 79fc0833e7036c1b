import { formatDay } from '../../domain/dates.ts';
import { capitalize } from '../../domain/grammar.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { countOf, formatCount, formatShare } from '../../domain/text.ts';
import { AGENCIES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import type { Report, ReportColumn, ReportFigure, ReportNumbers, ReportQuery } from '../../reporting/report.ts';
import { readAllRows, readNumbers, type FileTotals } from './run-report.ts';
import type { FileRow } from './report-rows.ts';
import type { CountedEvents } from './report-source.ts';

/** The three reports of the Maletín (specification section 4, "Report names"), as data. */
export const REPORT_IDS = ['uploads-by-user', 'downloads-by-user', 'downloads-by-file'] as const;
export type ReportId = (typeof REPORT_IDS)[number];

type FileReport = Report<FileRow, FileTotals> & CountedEvents;

const PLACE = { label: 'Reportes del Maletín', href: '/briefcase/reports' };
const EVENT_WORDS = { upload: { event: 'carga', events: 'cargas' }, download: { event: 'descarga', events: 'descargas' } } as const;
const ROW_WORDS = { user: { row: 'usuario', rows: 'usuarios' }, file: { row: 'archivo', rows: 'archivos' } } as const;

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

export const FILE_REPORTS = REPORT_IDS.map((id) => REPORTS[id]);

interface FileReportFacts extends Pick<FileReport, 'id' | 'title' | 'question' | 'description' | 'filePrefix'> {
  counted: CountedEvents;
  /** Title of the second column. */
  detail: string;
}

function fileReport({ counted, detail, ...facts }: FileReportFacts): FileReport {
  const words = { ...EVENT_WORDS[counted.kind], ...ROW_WORDS[counted.group] };
  const columns: ReportColumn<FileRow, FileTotals>[] = [
    { title: capitalize(words.row), kind: 'text', width: 42, value: (row) => row.name, sort: 'name' },
    { title: detail, kind: 'text', width: 30, value: (row) => row.detail, from: 'sm' },
    {
      title: capitalize(words.events),
      kind: 'integer',
      width: 14,
      value: (row) => row.events,
      sum: (totals) => totals.events,
      sort: 'events',
    },
    { title: '% del total', kind: 'percent', width: 13, value: (row) => row.share, sum: () => 1, from: 'sm' },
    { title: `Última ${words.event}`, kind: 'datetime', width: 20, value: (row) => row.lastAt, from: 'md' },
  ];
  return {
    ...facts,
    ...counted,
    menu: 'briefcase-reports',
    url: `${PLACE.href}/${facts.id}`,
    place: PLACE,
    days: 'closed',
    parameters: [
      { name: 'agencyId', label: 'Agencia', allLabel: 'Todas las agencias', allInFile: 'Todas', source: AGENCIES },
      { name: 'userId', label: 'Usuario', allLabel: 'Todos los usuarios', allInFile: 'Todos', source: PEOPLE },
      { name: 'folderId', label: 'Carpeta', allLabel: 'Todas las carpetas', allInFile: 'Todas', source: FOLDERS },
    ],
    sorts: { events: 'desc', name: 'asc' },
    words,
    columns,
    rowKey: (row) => row.id,
    bar: (row) => ({ name: row.name, value: row.events }),
    figures: (numbers) => figuresOf(words, numbers),
    drillDown: (row, query, actor) => drillDown(counted, row, query, actor),
    run: (read, question) => readNumbers(read, { ...question, report: counted }),
    rows: (sql, query) => readAllRows(sql, counted, query),
  };
}

/** From a person to the files that they download; from a file to the file, for those who may open the Maletín. */
function drillDown({ kind, group }: CountedEvents, { id }: FileRow, { from, to, filters }: ReportQuery, actor: Staff): string | null {
  if (id === '') return null;
  if (group === 'file') return canOpen(actor, 'briefcase-files') ? `/briefcase/files/${encodeURIComponent(id)}` : null;
  if (kind !== 'download') return null;
  const { userId: _user, ...others } = filters;
  const asked = Object.entries({ from, to, ...others, userId: id }).filter(([, value]) => value !== '');
  return `${REPORTS['downloads-by-file'].url}?${new URLSearchParams(asked)}`;
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
