import { formatDay } from '../../domain/dates.ts';
import { capitalize } from '../../domain/grammar.ts';
import { countOf } from '../../domain/text.ts';
import { recordFilter } from '../../lists/filters.ts';
import { AGENCIES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { countFigure, figureOf, shareFigure } from '../../reporting/figure.ts';
import { listHref } from '../../reporting/list-href.ts';
import {
  SHARE_COLUMN,
  type Report,
  type ReportColumn,
  type ReportFigure,
  type ReportNumbers,
  type ReportParameter,
  type ReportQuery,
  type ReportWords,
} from '../../reporting/report.ts';
import { nonEmptyValues } from '../../reporting/report-query.ts';
import { FILE_EVENTS } from './event-list.ts';
import { countedSource, readAllRows, readNumbers, type FileTotals } from './run-report.ts';
import type { FileRow } from './report-rows.ts';
import type { CountedEvents } from './report-source.ts';

/** Reports with addresses of their own (docs/specification.md section 4, "Report names"). */
export const REPORT_IDS = ['uploads-by-user', 'downloads-by-user', 'downloads-by-file'] as const;
export type ReportId = (typeof REPORT_IDS)[number];

type FileReport = Report<FileRow, FileTotals> & CountedEvents;

const PLACE = { label: 'Reportes del Maletín', href: '/briefcase/reports' };

/** What is counted, and the words of its questions: who did it and how often, and to which files. */
const KINDS = {
  upload: {
    ids: 'uploads',
    event: 'carga',
    events: 'cargas',
    who: 'carga archivos en el Maletín',
    often: 'cuántos',
    which: 'se cargan más',
  },
  download: {
    ids: 'downloads',
    event: 'descarga',
    events: 'descargas',
    who: 'descarga archivos del Maletín',
    often: 'cuántas veces',
    which: 'se descargan más',
  },
  view: {
    ids: 'views',
    event: 'vista',
    events: 'vistas',
    who: 'abre archivos del Maletín',
    often: 'cuántas veces',
    which: 'se abren más',
  },
  print: {
    ids: 'prints',
    event: 'impresión',
    events: 'impresiones',
    who: 'imprime archivos del Maletín',
    often: 'cuántas veces',
    which: 'se imprimen más',
  },
} as const;

/** What a row is; `detail` is the title of its second column. */
const GROUPS = {
  user: { row: 'usuario', rows: 'usuarios', detail: 'Agencia' },
  file: { row: 'archivo', rows: 'archivos', detail: 'Carpeta' },
} as const;

const EMAIL: ReportColumn<FileRow, FileTotals> = {
  name: 'email',
  title: 'Correo electrónico',
  kind: 'text',
  width: 32,
  only: 'file',
  value: (row) => row.email,
};

/** Offers people and things that are gone, too: what they did still counts. */
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

/** The reports of the Maletín, as data: each is defined by what it counts, and by whom or of what. */
export const REPORTS = {
  'uploads-by-user': fileReport('upload', 'user'),
  'downloads-by-user': fileReport('download', 'user'),
  'downloads-by-file': fileReport('download', 'file'),
  'views-by-user': fileReport('view', 'user'),
  'views-by-file': fileReport('view', 'file'),
  'prints-by-user': fileReport('print', 'user'),
  'prints-by-file': fileReport('print', 'file'),
} as const;

export const FILE_REPORTS: readonly FileReport[] = Object.values(REPORTS);

function fileReport(kind: CountedEvents['kind'], group: CountedEvents['group']): FileReport {
  const { ids, event, events, who, often, which } = KINDS[kind];
  const { detail, ...what } = GROUPS[group];
  const id = `${ids}-by-${group}`;
  const words = { event, events, ...what };
  const counted = { area: 'briefcase', kind, group } as const;
  const questionParts = group === 'user' ? ([`Quién ${who}`, often] as const) : ([`Qué archivos del Maletín ${which}`] as const);
  return {
    id,
    title: `${capitalize(events)} por ${words.row}`,
    question: `¿${questionParts.join(', y ')}?`,
    description: `${questionParts.join(' y ')}.`,
    filePrefix: `${events}-por-${words.row}`,
    ...counted,
    menu: 'briefcase-reports',
    // The reports by person and by file count the same events: Inicio shows only one of them.
    ...(group === 'user' && { isOnHome: true }),
    url: REPORT_IDS.some((one) => one === id) ? `${PLACE.href}/${id}` : `/reports/${id}`,
    place: PLACE,
    days: 'closed',
    parameters: PARAMETERS,
    agencyParameter: 'agencyId',
    sorts: { events: 'desc', name: 'asc' },
    words,
    columns: fileColumns(words, detail, group),
    rowKey: (row) => row.id,
    bar: (row) => ({ name: row.name, value: row.events }),
    figures: (numbers) => figuresOf(words, numbers),
    drillDown: (row, query) => drillDown(counted, row, query),
    run: (read, question) => readNumbers(read, { ...question, report: counted }),
    rows: (sql, { query }) => readAllRows(sql, counted, query),
    facts: ({ query }) => countedSource(counted, query),
  };
}

function fileColumns(words: ReportWords, detail: string, group: CountedEvents['group']): ReportColumn<FileRow, FileTotals>[] {
  return [
    { name: 'name', title: capitalize(words.row), kind: 'text', width: 42, value: (row) => row.name, sort: 'name' },
    { name: 'detail', title: detail, kind: 'text', width: 30, value: (row) => row.detail, from: 'sm' },
    {
      name: 'events',
      title: capitalize(words.events),
      kind: 'integer',
      width: 14,
      sort: 'events',
      value: (row) => row.events,
      sum: (totals) => totals.events,
    },
    SHARE_COLUMN,
    { name: 'lastAt', title: `Última ${words.event}`, kind: 'datetime', width: 20, value: (row) => row.lastAt, from: 'md' },
    // People with the same name differ by their e-mail, files with the same name in one folder only by their id.
    ...(group === 'user' ? [EMAIL] : []),
    { name: 'id', title: 'Código', kind: 'text', only: 'file', value: (row) => row.id, ...(group === 'user' && { isId: true }) },
  ];
}

/** Link from a person or a file to the ledger lines that are counted. */
function drillDown({ area, kind, group }: CountedEvents, { id }: FileRow, { from, to, filters }: ReportQuery): string | null {
  if (id === '') return null;
  const listFilters = { area, kind, from, to, ...filters, [group === 'file' ? 'fileId' : 'userId']: id };
  return listHref(FILE_EVENTS, nonEmptyValues(listFilters));
}

function figuresOf(
  words: FileReport['words'],
  { totals, top }: Pick<ReportNumbers<FileRow, FileTotals>, 'totals' | 'top'>,
): ReportFigure[] {
  const first = top[0];
  const { busiest } = totals;
  return [
    countFigure(`Total de ${words.events}`, totals.events, 'en el período'),
    countFigure(capitalize(words.rows), totals.groups, `con al menos una ${words.event}`),
    figureOf('Promedio por día', averageOf(totals.perDay), `${words.events} por día`),
    {
      label: 'Día con más',
      value: busiest ? formatDay(busiest.day) : '—',
      note: busiest ? countOf(busiest.events, words.event, words.events) : '',
    },
    shareFigure('En primer lugar', first?.share, first?.name ?? ''),
  ];
}

function averageOf(value: number): Parameters<typeof figureOf>[1] {
  return value >= 100 ? { kind: 'integer', value: Math.round(value) } : { kind: 'decimal', decimals: 1, value };
}
