import type { Staff } from '../../domain/permissions.ts';
import { instantsOf, parseDayRange, type DayRange } from '../../domain/dates.ts';
import { readListAddress, readTextFilter, type ListAddress, type Sortable } from '../../read-model/pages/list-address.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import { fragment, identifier, type SqlFragment } from '../../platform/sql-fragment.ts';
import { visibleTo } from './access.ts';

const FILE_FILTERS = ['carpetaId', 'tipoDocumentoId', 'agenciaId', 'userId'] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];
const SORTABLE: Sortable = { nombre: 'asc', bytes: 'desc', createdAt: 'desc' };

/** What the list shows, read from its address: q, page or cursor, pageSize, sort, dir, isActive, the filters, from and to. */
export interface FileListQuery extends ListAddress {
  /** False shows the deleted files instead. */
  isActive: boolean;
  filters: Readonly<Partial<Record<FileFilter, string>>>;
  dates: DayRange;
}

/** The names of folder, type, agency and person come along, so that a row reads as a sentence. The url stays on the server. */
export const FILE_SOURCE: PageSource = {
  table: 'maletin_archivos',
  select: `t.id, t.nombre, t."carpetaId", t."tipoDocumentoId", t."agenciaId", t."userId", t."contentType", t.bytes, t."isActive", t."createdAt",
    coalesce(f.nombre, '') AS "folderName", coalesce(d.nombre, '') AS "documentTypeName", coalesce(a.nombre, '') AS "agencyName", coalesce(u.name, '') AS "userName"`,
  joins: `LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId" LEFT JOIN maletin_tipos_documento d ON d.id = t."tipoDocumentoId"
    LEFT JOIN agencias a ON a.id = t."agenciaId" LEFT JOIN usuarios u ON u.id = t."userId"`,
  named: [
    { column: 'carpetaId', table: 'maletin_carpetas', name: 'nombre' },
    { column: 'tipoDocumentoId', table: 'maletin_tipos_documento', name: 'nombre' },
    { column: 'agenciaId', table: 'agencias', name: 'nombre' },
    { column: 'userId', table: 'usuarios', name: 'name' },
  ],
  sortable: { nombre: { type: 'text' }, bytes: { type: 'bigint' }, createdAt: { type: 'timestamptz' } },
};

/** Leniently, see readListAddress. */
export function readFileListQuery(params: URLSearchParams, defaultPageSize: number): FileListQuery {
  return {
    ...readListAddress(params, { sortable: SORTABLE, pageSize: defaultPageSize }),
    isActive: params.get('isActive') !== 'false',
    filters: Object.fromEntries(FILE_FILTERS.flatMap((name) => readFilter(name, params.get(name)))),
    dates: parseDayRange(params.get('from'), params.get('to')),
  };
}

function readFilter(name: FileFilter, value: string | null): [FileFilter, string][] {
  const text = readTextFilter(value);
  return text === undefined ? [] : [[name, text]];
}

/** Row access and filters, as conditions over `t`: the same for page, count and export. */
export function fileConditions(actor: Staff, query: FileListQuery): SqlFragment[] {
  const { start, end } = instantsOf(query.dates);
  return [
    // Without a condition the count is a kept total, so who sees everything must not carry an empty one.
    ...(actor.folders === 'all' ? [] : [visibleTo(actor)]),
    ...Object.entries(query.filters).map(([name, value]) => fragment`t.${identifier(name)} = ${value}`),
    ...(start ? [fragment`t."createdAt" >= ${start}`] : []),
    ...(end ? [fragment`t."createdAt" < ${end}`] : []),
  ];
}
