/** What people do with a file's bytes, as named in the ledger (docs/specification.md section 4), plus `confirm`: they read it. */
export const FILE_EVENT_KINDS = ['upload', 'view', 'print', 'download', 'confirm'] as const;
export type FileEventKind = (typeof FILE_EVENT_KINDS)[number];

function isFileEventKind(kind: string): kind is FileEventKind {
  return FILE_EVENT_KINDS.some((known) => known === kind);
}

/** Verbs, for the history of a file and the list of events: `Ana Pérez: Vio`. */
export const EVENT_LABELS: Readonly<Record<FileEventKind, string>> = {
  upload: 'Cargó',
  view: 'Vio',
  print: 'Imprimió',
  download: 'Descargó',
  confirm: 'Confirmó que lo leyó',
};

/** Kinds of stored files, as the ledger names them. */
export const FILE_AREAS = ['briefcase', 'digitalization'] as const;
export type FileAreaId = (typeof FILE_AREAS)[number];

export const AREA_TITLES: Readonly<Record<FileAreaId, string>> = { briefcase: 'Maletín', digitalization: 'Digitalización' };

/** Unknown kinds are shown as stored. */
export function eventLabel(kind: string): string {
  return isFileEventKind(kind) ? EVENT_LABELS[kind] : kind;
}

/** Unknown areas are shown as stored. */
export function areaTitle(area: string): string {
  return FILE_AREAS.filter((known) => known === area).map((known) => AREA_TITLES[known])[0] ?? area;
}

/** Shown for an event without a person, and for groups of such events. */
export const NO_PERSON = 'Sin usuario';
