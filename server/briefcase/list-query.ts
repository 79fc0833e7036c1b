import type { Staff } from '../domain/permissions.ts';
import { instantsOf, parseDayRange, type DayRange } from '../domain/dates.ts';
import type { PageSource } from '../read-model/page-source.ts';
import { fragment, identifier, type SqlFragment } from '../read-model/sql-fragment.ts';
import { visibleTo } from './access.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const FILE_FILTERS = ['carpetaId', 'tipoDocumentoId', 'agenciaId', 'userId'] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];
const PAGE_MAX = 1_000_000;
const QUERY_MAX = 200;
const FILTER_MAX = 200;

/** What the list shows, read from its address: q, page or cursor, pageSize, sort, dir, isActive, the filters, from and to. */
export interface FileListQuery {
  q: string;
  page: number;
  cursor: string | undefined;
  pageSize: number;
  sort: string;
  dir: 'asc' | 'desc';
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
  sortable: { nombre: { type: 'text' }, bytes: { type: 'bigint' }, createdAt: { type: 'timestamptz' } },
};

/** Leniently: what cannot be is as if it were not there, so an old bookmark or a typed address still gives a list. */
export function readFileListQuery(params: URLSearchParams, defaultPageSize: number): FileListQuery {
  const sort = params.get('sort') ?? '';
  const sorted = Object.hasOwn(FILE_SOURCE.sortable, sort);
  const dir = params.get('dir');
  const page = params.get('page') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, QUERY_MAX),
    page: /^\d{1,7}$/.test(page) ? Math.min(Math.max(Number(page), 1), PAGE_MAX) : 1,
    cursor: params.get('cursor') ?? undefined,
    pageSize: PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? defaultPageSize,
    sort: sorted ? sort : 'createdAt',
    dir: dir === 'asc' || dir === 'desc' ? dir : sorted && sort !== 'createdAt' ? 'asc' : 'desc',
    isActive: params.get('isActive') !== 'false',
    filters: Object.fromEntries(FILE_FILTERS.flatMap((name) => readFilter(name, params.get(name)))),
    dates: parseDayRange(params.get('from'), params.get('to')),
  };
}

function readFilter(name: FileFilter, value: string | null): [FileFilter, string][] {
  return value !== null && value !== '' && value.length <= FILTER_MAX && !/\p{Cc}|\p{Cs}/u.test(value) ? [[name, value]] : [];
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
