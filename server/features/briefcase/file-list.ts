import type { BriefcaseFile } from '#prisma/generated/client.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { contentTypeWords } from '../../domain/file-types.ts';
import { fileKind, fileKindLabel, SHA256 } from '../../domain/files-vocabulary.ts';
import { READING_PARAM } from '../../domain/readings.ts';
import { declareColumns } from '../../lists/columns.ts';
import { dayFilter, deletedFilter, optionFilter, recordFilter } from '../../lists/filters.ts';
import type { List } from '../../lists/list.ts';
import { ID_COLUMN } from '../../lists/record-columns.ts';
import { AGENCIES, DOCUMENT_TYPES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { selectColumns, type SelectedRow } from '../../platform/sql/sql-columns.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { visibleFolders, visibleTo } from './access.ts';
import { FILE_ACTS } from './file-acts.ts';
import { mustRead } from './reading-rows.ts';

const COLUMNS = selectColumns<BriefcaseFile>()('id', 'nombre', 'contentType', 'bytes', 'createdAt');

export interface FileListRow extends SelectedRow<typeof COLUMNS> {
  folderName: string;
  documentTypeName: string;
  agencyName: string;
  userName: string;
}

/** Pages of files are not under the address of their list. */
export const FILES_URL = '/briefcase/files';
export const fileUrl = (id: string) => `${FILES_URL}/${encodeURIComponent(id)}`;
const NOUN = { singular: 'archivo', plural: 'archivos', gender: 'm' } as const;

/** Rows include the names of folder, type, agency and person. The url stays on the server. */
export const FILES: List<FileListRow> = {
  menu: 'briefcase-files',
  url: '/briefcase/list-briefcase',
  noun: NOUN,
  source: {
    table: 'maletin_archivos',
    select: `${COLUMNS.sql('t')}, coalesce(f.nombre, '') AS "folderName",
      coalesce(d.nombre, '') AS "documentTypeName", coalesce(a.nombre, '') AS "agencyName", coalesce(u.name, '') AS "userName"`,
    joins: `LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId" LEFT JOIN maletin_tipos_documento d ON d.id = t."tipoDocumentoId"
      LEFT JOIN agencias a ON a.id = t."agenciaId" LEFT JOIN usuarios u ON u.id = t."userId"`,
    named: [
      { column: 'carpetaId', ...FOLDERS },
      { column: 'tipoDocumentoId', ...DOCUMENT_TYPES },
      { column: 'agenciaId', ...AGENCIES },
      { column: 'userId', ...PEOPLE },
    ],
    computed: [fingerprint],
  },
  columns: declareColumns([
    { name: 'nombre', label: 'Nombre', look: 'cut', width: 40, sort: { type: 'text' } },
    { name: 'carpetaId', label: 'Carpeta', look: 'cut', from: 'sm', phone: 'bare', value: (row) => row.folderName },
    { name: 'tipoDocumentoId', label: 'Tipo', title: 'Tipo de documento', look: 'cut', from: 'lg', value: (row) => row.documentTypeName },
    {
      name: 'bytes',
      label: 'Tamaño',
      title: 'Tamaño (MB)',
      kind: 'bytes',
      look: 'num',
      from: 'md',
      total: true,
      sort: { type: 'bigint', first: 'desc' },
    },
    { name: 'userId', label: 'Cargado por', look: 'cut', from: 'lg', value: (row) => row.userName },
    { name: 'agenciaId', label: 'Agencia', look: 'cut', from: 'xl', value: (row) => row.agencyName },
    {
      name: 'createdAt',
      label: 'Fecha',
      title: 'Fecha de carga',
      kind: 'datetime',
      as: 'roomy',
      look: 'nowrap',
      sort: { type: 'timestamptz' },
    },
    { title: 'Formato', value: (row) => contentTypeWords(row.contentType) },
    ID_COLUMN,
  ]),
  filters: [
    recordFilter({ name: 'carpetaId', label: 'Carpeta', all: 'Carpeta: todas', records: FOLDERS, visible: visibleFolders }),
    recordFilter({ name: 'tipoDocumentoId', label: 'Tipo de documento', all: 'Tipo: todos', records: DOCUMENT_TYPES }),
    recordFilter({ name: 'agenciaId', label: 'Agencia', all: 'Agencia: todas', place: 'more', records: AGENCIES }),
    recordFilter({ name: 'userId', label: 'Cargado por', all: 'Cargado por: todos', place: 'more', records: PEOPLE }),
    optionFilter({
      name: READING_PARAM,
      label: 'Debo leer',
      all: 'Debo leer: todo',
      place: 'more',
      options: [
        { value: 'pendiente', label: 'A tiempo' },
        { value: 'vencida', label: 'Ya vencidos' },
        { value: 'leida', label: 'Ya confirmados' },
      ],
      where: mustRead,
    }),
    dayFilter(),
    deletedFilter(NOUN, 'Archivos'),
  ],
  inbox: [
    { id: 'readings-overdue', title: 'Archivos que debía leer y no ha confirmado', params: () => ({ [READING_PARAM]: 'vencida' }) },
    { id: 'readings', title: 'Archivos que debe leer', params: () => ({ [READING_PARAM]: 'pendiente' }) },
  ],
  access: (actor) => (actor.folders === 'all' ? [] : [visibleTo(actor)]),
  scope: (_read, { folders, name }) => Promise.resolve(folders === 'all' ? '' : `Solo las carpetas que puede abrir ${name}`),
  hit: {
    base: FILES_URL,
    title: (row) => row.nombre || row.id,
    facts: (row) => [row.folderName, row.documentTypeName, formatDateTime(row.createdAt), fileKindLabel(fileKind(row.nombre))],
  },
  acts: FILE_ACTS,
  sheet: { title: 'Archivos del Maletín', file: 'maletin' },
};

/** Finds a file by the whole SHA-256 that its page shows; parts of it are not searched. */
function fingerprint(q: string): SqlFragment | null {
  const sha256 = q.toLowerCase();
  return SHA256.test(sha256) ? fragment`t.sha256 = ${sha256}` : null;
}
