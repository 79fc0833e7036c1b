import { AREA_TITLES, areaTitle, EVENT_LABELS, eventLabel, FILE_AREAS, FILE_EVENT_KINDS, NO_PERSON } from '../../domain/file-events.ts';
import { addDays, parseDayMonthYear, startOfDay } from '../../domain/dates.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, linkFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, type SqlFragment, allOf, trusted } from '../../platform/sql/sql-fragment.ts';
import { AGENCIES, FOLDERS, PEOPLE, CATEGORIES, DIGITIZED_DOCUMENTS } from '../../read-model/pages/choices.ts';
import { typesFor, typesJustIndexed } from '../../domain/document-permissions.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { ID_COLUMN, MAIL_COLUMN } from '../../lists/record-columns.ts';
import { documentAccess, documentScope } from '../../staff/document-access.ts';

export interface EventRow {
  id: string;
  kind: string;
  area: string;
  fileId: string;
  folderId: string;
  /** Present names; the ledger's own for what no longer exists. */
  fileName: string;
  folderName: string;
  categoryName: string;
  person: string;
  email: string;
  agencyName: string;
  /** The first for a file that never had another one, also from before the ledger recorded versions; null if unknown. */
  version: number | null;
  createdAt: Date;
}

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Who uploaded, saw, printed and downloaded what, the newest first: the lines that the reports of files count. */
export const FILE_EVENTS: List<EventRow> = {
  menu: 'briefcase-reports',
  url: '/reports/file-events',
  noun: { singular: 'movimiento de archivo', plural: 'movimientos de archivos', gender: 'm' },
  source: {
    table: 'file_events',
    select: `t.id, t.kind, t.area, t."fileId", t."folderId", t."createdAt",
      coalesce(nullif(f.nombre, ''), nullif(d."documentName", ''), nullif(t."fileName", ''), t."fileId") AS "fileName",
      coalesce(nullif(c.nombre, ''), t."folderId") AS "folderName", coalesce(nullif(k.nombre, ''), t."categoryId") AS "categoryName",
      coalesce(nullif(u.name, ''), nullif(t."userName", ''), nullif(t."userId", ''), '${NO_PERSON}') AS person, coalesce(u.email, '') AS email, coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName",
      coalesce(t.version, CASE WHEN coalesce(f.versions, d.versions) = '[]' THEN 1 END) AS version`,
    joins: `LEFT JOIN maletin_archivos f ON t.area = 'briefcase' AND f.id = t."fileId" LEFT JOIN documentos d ON t.area = 'digitalization' AND d.id = t."fileId"
      LEFT JOIN maletin_carpetas c ON c.id = t."folderId" LEFT JOIN categorias k ON k.id = t."categoryId"
      LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN agencias a ON a.id = t."agencyId"`,
    named: [
      { column: 'fileId', table: 'maletin_archivos', name: 'nombre' },
      { column: 'fileId', ...DIGITIZED_DOCUMENTS },
      { column: 'folderId', ...FOLDERS },
      { column: 'categoryId', ...CATEGORIES },
      { column: 'userId', ...PEOPLE },
      { column: 'agencyId', ...AGENCIES },
      { column: 'kind', values: FILE_EVENT_KINDS.map((id) => ({ id, name: EVENT_LABELS[id] })) },
      { column: 'area', values: FILE_AREAS.map((id) => ({ id, name: AREA_TITLES[id] })) },
    ],
    computed: [byMoment, byNobody, byVersion],
  },
  columns: declareColumns([
    { name: 'file', label: 'Archivo', as: 'name', look: 'cut', width: 42, value: (row) => row.fileName },
    { name: 'kind', label: 'Qué hizo', look: 'nowrap', width: 12, value: (row) => eventLabel(row.kind) },
    { name: 'person', label: 'Usuario', look: 'cut', from: 'sm', phone: 'bare', width: 28 },
    { name: 'createdAt', label: 'Fecha', kind: 'datetime', look: 'nowrap tabular w-36! sm:w-40!', sort: { type: 'timestamptz' } },
    { name: 'version', label: 'Versión', kind: 'integer', look: 'num', from: 'xl', width: 8 },
    { name: 'area', label: 'Área', look: 'nowrap', from: 'lg', width: 16, value: (row) => areaTitle(row.area) },
    { name: 'place', label: 'Carpeta o categoría', look: 'cut', from: 'md', width: 28, value: (row) => row.folderName || row.categoryName },
    { name: 'agency', label: 'Agencia', look: 'cut', from: 'xl', value: (row) => row.agencyName },
    MAIL_COLUMN,
    { title: 'Código del archivo', isId: true, value: (row) => row.fileId },
    ID_COLUMN,
  ]),
  filters: [
    optionFilter({
      name: 'kind',
      label: 'Qué hizo',
      all: 'Qué hizo: todo',
      options: optionsOf(FILE_EVENT_KINDS, EVENT_LABELS),
    }),
    recordFilter({ name: 'userId', label: 'Usuario', all: 'Usuario: todos', records: PEOPLE, retired: true }),
    recordFilter({
      name: 'agencyId',
      label: 'Agencia',
      all: 'Agencia: todas',
      place: 'more',
      records: AGENCIES,
      retired: true,
    }),
    optionFilter({ name: 'area', label: 'Área', all: 'Área: todas', place: 'more', options: optionsOf(FILE_AREAS, AREA_TITLES) }),
    recordFilter({
      name: 'folderId',
      label: 'Carpeta',
      all: 'Carpeta: todas',
      place: 'more',
      records: FOLDERS,
      retired: true,
    }),
    recordFilter({
      name: 'categoryId',
      label: 'Categoría',
      all: 'Categoría: todas',
      place: 'more',
      records: CATEGORIES,
      retired: true,
      where: ofCategory,
    }),
    linkFilter({ name: 'fileId', label: 'Archivo' }),
    dayFilter(),
  ],
  access: eventAccess,
  async scope(read, actor) {
    if (!canOpen(actor, 'digitalization-documents')) return 'Solo archivos del Maletín';
    const documents = await documentScope(read, actor);
    return documents && `Archivos del Maletín. ${documents}`;
  },
  hit: { title: (row) => row.fileName },
  sheet: { title: 'Movimientos de archivos', file: 'movimientos-de-archivos' },
};

const MOMENT = /^(\d{1,2}\/\d{1,2}\/\d{4})(?:,? (\d{2}):(\d{2}))?$/;
const MINUTE_MS = 60_000;

/** Finds a day, or a minute of it, as the list shows it. */
function byMoment(q: string): SqlFragment | null {
  const [, date = '', hours, minutes] = MOMENT.exec(q) ?? [];
  const day = parseDayMonthYear(date);
  if (day === null) return null;
  if (hours === undefined) return fragment`t."createdAt" >= ${startOfDay(day)} AND t."createdAt" < ${startOfDay(addDays(day, 1))}`;
  const from = new Date(startOfDay(day).getTime() + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS);
  return fragment`t."createdAt" >= ${from} AND t."createdAt" < ${new Date(from.getTime() + MINUTE_MS)}`;
}

/** Finds a version by its number; longer numbers are years and codes. */
function byVersion(q: string): SqlFragment | null {
  return /^[1-9]\d?$/.test(q) ? fragment`coalesce(t.version, 1) = ${Number(q)}` : null;
}

/** Finds events without a person, by what the list shows for them. */
function byNobody(q: string): SqlFragment | null {
  const typed = normalizeForSearch(q);
  return typed.length > 2 && normalizeForSearch(NO_PERSON).startsWith(typed) ? fragment`(t."userId" = '' AND t."userName" = '')` : null;
}

/**
 * Shows only the portal's own areas and kinds of the ledger. Indexes begin with both, and find the lines of one person, file, agency or
 * folder only if both are named.
 */
const PORTAL_EVENTS: readonly SqlFragment[] = [
  fragment`t.area = ANY(${[...FILE_AREAS]}::text[])`,
  fragment`t.kind = ANY(${[...FILE_EVENT_KINDS]}::text[])`,
];

/**
 * Ledger lines `t` that somebody may see: those of the Maletín for whoever has its reports, and of the documents that they may view now.
 */
function eventAccess(actor: Staff): SqlFragment[] {
  if (!canOpen(actor, 'digitalization-documents')) return [...PORTAL_EVENTS, fragment`t.area = 'briefcase'`];
  const viewed = typesFor(actor, 'view');
  if (viewed === null) return [...PORTAL_EVENTS];
  const partly = typesJustIndexed(actor);
  const keys = [...viewed, ...partly];
  // The type is stored with the line, for an index: '-' for files of the Maletín, '' if it is not known.
  const typed = fragment`t.document_type_key = ANY(${[...keys, '-', '']}::text[])`;
  const limits = allOf([trusted('NOT t.source_deleted'), ...documentAccess(actor)]);
  const accessible =
    actor.permissionSet?.agencyScope === 'own' || partly.length > 0
      ? fragment`t.area = 'briefcase' OR ${ofDocument(limits)}`
      : ofUnknownType(limits);
  return [...PORTAL_EVENTS, typed, accessible];
}

/** Whether the line's document meets `limits`: a lookup by key for each line, never all documents at once. */
function ofDocument(limits: SqlFragment): SqlFragment {
  return fragment`EXISTS (SELECT 1 FROM (SELECT t."fileId" AS id) AS event JOIN documentos t ON t.id = event.id WHERE ${limits})`;
}

/** The line knows its type, or is one of the few whose document must be asked: those are found once, not for each line. */
function ofUnknownType(limits: SqlFragment): SqlFragment {
  return fragment`t.document_type_key <> '' OR t.id = ANY(ARRAY(SELECT event.id FROM eventos_archivos event JOIN documentos t ON t.id = event."fileId"
    WHERE event.area = 'digitalization' AND NOT event.source_deleted AND event.document_type_key = '' AND ${limits}))`;
}

/**
 * Ledger lines `t` about documents of a category: exactly those with this `"categoryId"` in the view, where it is an expression that no
 * index holds. The index by type has few distinct keys: each is looked up once, whatever the collation of the database, and those of the
 * category are selected. A line without a known type, or of a document that is gone, is looked up by its document.
 */
function ofCategory(id: string): SqlFragment[] {
  return [
    trusted(`t.area = 'digitalization'`),
    fragment`t.document_type_key = ANY(ARRAY(${keysOfCategory(id)}))`,
    // A scalar subquery runs for these lines alone; EXISTS might first read every document of the category.
    fragment`t.document_type_key NOT IN ('', '/') OR (SELECT d."categoryId" FROM documentos d WHERE d.id = t."fileId") = ${id}`,
  ];
}

/** One step along the index for each key; DISTINCT would read every line. */
function keysOfCategory(id: string): SqlFragment {
  const next = (from: string) =>
    trusted(`(SELECT e.document_type_key FROM eventos_archivos e WHERE e.area = 'digitalization' AND NOT e.source_deleted AND ${from}
      ORDER BY e.document_type_key LIMIT 1)`);
  return fragment`WITH RECURSIVE found AS (SELECT ${next('TRUE')} AS key UNION ALL SELECT ${next('e.document_type_key > found.key')} FROM found WHERE found.key IS NOT NULL)
    SELECT key FROM found WHERE key IN ('', '/') OR split_part(key, '/', 1) = ${id}`;
}
