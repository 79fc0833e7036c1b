/**
 * The three reports of the Maletín (specification section 4, "Report names"), as data. The same definition feeds
 * screen, chart, XLSX and CSV.
 */
export const REPORT_IDS = ['uploads-by-user', 'downloads-by-user', 'downloads-by-file'] as const;
export type ReportId = (typeof REPORT_IDS)[number];

export interface ReportDefinition {
  id: ReportId;
  title: string;
  /** One sentence on the menu of reports. */
  description: string;
  /** Begins the names of exported files. */
  filePrefix: string;
  area: 'briefcase';
  kind: 'upload' | 'download';
  /** One row per what. */
  group: 'user' | 'file';
  /** Words of the screen: what is counted, and what a row is. */
  words: { event: string; events: string; row: string; rows: string; detail: string; last: string };
}

export const REPORTS: Readonly<Record<ReportId, ReportDefinition>> = {
  'uploads-by-user': {
    id: 'uploads-by-user',
    title: 'Cargas por usuario',
    description: 'Quién sube archivos al Maletín y cuántos.',
    filePrefix: 'cargas-por-usuario',
    area: 'briefcase',
    kind: 'upload',
    group: 'user',
    words: { event: 'carga', events: 'cargas', row: 'usuario', rows: 'usuarios', detail: 'Agencia', last: 'Última carga' },
  },
  'downloads-by-user': {
    id: 'downloads-by-user',
    title: 'Descargas por usuario',
    description: 'Quién descarga archivos del Maletín y cuántas veces.',
    filePrefix: 'descargas-por-usuario',
    area: 'briefcase',
    kind: 'download',
    group: 'user',
    words: { event: 'descarga', events: 'descargas', row: 'usuario', rows: 'usuarios', detail: 'Agencia', last: 'Última descarga' },
  },
  'downloads-by-file': {
    id: 'downloads-by-file',
    title: 'Descargas por archivo',
    description: 'Qué archivos del Maletín se descargan más.',
    filePrefix: 'descargas-por-archivo',
    area: 'briefcase',
    kind: 'download',
    group: 'file',
    words: { event: 'descarga', events: 'descargas', row: 'archivo', rows: 'archivos', detail: 'Carpeta', last: 'Última descarga' },
  },
};
