import { AREA_TITLES, areaTitle, EVENT_LABELS, eventLabel, FILE_AREAS, FILE_EVENT_KINDS, NO_PERSON } from '../../domain/file-events.ts';
import { addDays, parseDayMonthYear, startOfDay } from '../../domain/dates.ts';
import { normalizeForSearch } from '../../domain/search.ts';
import { dayFilter, linkFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { fragment, type SqlFragment } from '../../platform/sql-fragment.ts';
import { AGENCIES, FOLDERS, PEOPLE, type ChoiceSource } from '../../read-model/pages/choices.ts';
import { eventAccess } from './event-access.ts';
import { ofCategory } from './event-category.ts';

export interface EventRow {
  id: string;
  kind: string;
  area: string;
  fileId: string;
  folderId: string;
  /** The names of today; the ledger's own for what is gone. */
  fileName: string;
  folderName: string;
  categoryName: string;
  person: string;
  agencyName: string;
  createdAt: Date;
}

const CATEGORIES: ChoiceSource = { table: 'categorias', name: 'nombre' };
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
      coalesce(nullif(u.name, ''), nullif(t."userName", ''), nullif(t."userId", ''), '${NO_PERSON}') AS person, coalesce(nullif(a.nombre, ''), t."agencyId") AS "agencyName"`,
    joins: `LEFT JOIN maletin_archivos f ON t.area = 'briefcase' AND f.id = t."fileId" LEFT JOIN documentos d ON t.area = 'digitalization' AND d.id = t."fileId"
      LEFT JOIN maletin_carpetas c ON c.id = t."folderId" LEFT JOIN categorias k ON k.id = t."categoryId"
      LEFT JOIN usuarios u ON u.id = t."userId" LEFT JOIN agencias a ON a.id = t."agencyId"`,
    named: [
      { column: 'fileId', table: 'maletin_archivos', name: 'nombre' },
      { column: 'fileId', table: 'documentos', name: 'documentName' },
      { column: 'folderId', table: 'maletin_carpetas', name: 'nombre' },
      { column: 'categoryId', table: 'categorias', name: 'nombre' },
      { column: 'userId', table: 'usuarios', name: 'name' },
      { column: 'agencyId', table: 'agencias', name: 'nombre' },
      { column: 'kind', values: FILE_EVENT_KINDS.map((id) => ({ id, name: EVENT_LABELS[id] })) },
      { column: 'area', values: FILE_AREAS.map((id) => ({ id, name: AREA_TITLES[id] })) },
    ],
    computed: [happenedAt, byNobody],
  },
  columns: [
    { name: 'file', label: 'Archivo', kind: 'text', look: 'cut sm:w-1/3!', width: 42, value: (row) => row.fileName },
    { name: 'kind', label: 'Qué hizo', kind: 'text', look: 'nowrap', width: 12, value: (row) => eventLabel(row.kind) },
    { name: 'person', label: 'Usuario', kind: 'text', look: 'cut', from: 'sm', width: 28, value: (row) => row.person },
    {
      name: 'createdAt',
      label: 'Fecha',
      kind: 'datetime',
      look: 'nowrap tabular w-36! sm:w-40!',
      sort: { type: 'timestamptz' },
      value: (row) => row.createdAt,
    },
    { name: 'area', label: 'Área', kind: 'text', look: 'nowrap', from: 'lg', width: 16, value: (row) => areaTitle(row.area) },
    {
      name: 'place',
      label: 'Carpeta o categoría',
      kind: 'text',
      look: 'cut',
      from: 'md',
      width: 28,
      value: (row) => row.folderName || row.categoryName,
    },
    { name: 'agency', label: 'Agencia', kind: 'text', look: 'cut', from: 'xl', value: (row) => row.agencyName },
    { title: 'Código del archivo', kind: 'text', value: (row) => row.fileId },
    { title: 'Código', kind: 'text', value: (row) => row.id },
  ],
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
  hit: { title: (row) => row.fileName },
  sheet: { title: 'Movimientos de archivos', file: 'movimientos-de-archivos' },
};

const MOMENT = /^(\d{1,2}\/\d{1,2}\/\d{4})(?:,? (\d{2}):(\d{2}))?$/;
const MINUTE_MS = 60_000;

/** A day, or a minute of it, as the list shows it. */
function happenedAt(q: string): SqlFragment | null {
  const [, date = '', hours, minutes] = MOMENT.exec(q) ?? [];
  const day = parseDayMonthYear(date);
  if (day === null) return null;
  if (hours === undefined) return fragment`t."createdAt" >= ${startOfDay(day)} AND t."createdAt" < ${startOfDay(addDays(day, 1))}`;
  const from = new Date(startOfDay(day).getTime() + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS);
  return fragment`t."createdAt" >= ${from} AND t."createdAt" < ${new Date(from.getTime() + MINUTE_MS)}`;
}

/** Events that name no person, by what the list shows for them. */
function byNobody(q: string): SqlFragment | null {
  const typed = normalizeForSearch(q);
  return typed.length > 2 && normalizeForSearch(NO_PERSON).startsWith(typed) ? fragment`(t."userId" = '' AND t."userName" = '')` : null;
}
