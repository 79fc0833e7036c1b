import { formatDay } from '../../domain/dates.ts';
import { streamRows } from '../../read-model/pages/stream-rows.ts';
import type { RowBatches, Sheet, SheetColumn } from '../../workbooks/sheet.ts';
import { requireBriefcase, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import type { FileRow } from './find-files.ts';
import { findListChoices, type Choice, type ListChoices } from './find-choices.ts';
import { FILE_SOURCE, fileConditions, readFileListQuery, type FileListQuery } from './list-query.ts';

export interface FileExport {
  sheet: Sheet;
  /** Reads while the file is written; ending the loop early ends the query. */
  rows: () => RowBatches;
}

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Nombre', kind: 'text', width: 40 },
  { title: 'Carpeta', kind: 'text' },
  { title: 'Tipo de documento', kind: 'text' },
  { title: 'Tamaño (MB)', kind: 'bytes', total: true },
  { title: 'Agencia', kind: 'text' },
  { title: 'Cargado por', kind: 'text' },
  { title: 'Fecha de carga', kind: 'datetime' },
  { title: 'Formato', kind: 'text' },
  { title: 'Código', kind: 'text' },
];

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`. */
export async function exportFiles(
  services: Pick<BriefcaseServices, 'sql' | 'prisma' | 'liveSettings'>,
  call: BriefcaseCall & { params: URLSearchParams },
): Promise<FileExport> {
  requireBriefcase(call.actor);
  const query = readFileListQuery(call.params, call.actor.pageSize);
  return {
    sheet: {
      title: 'Archivos del Maletín',
      name: 'Archivos',
      parameters: describeParameters(query, await findListChoices(services, call)),
      columns: COLUMNS,
      generatedAt: new Date(),
      generatedBy: call.actor.name,
      organisation: services.liveSettings.current().cooperativeName,
    },
    rows: () => readCells(services, call, query),
  };
}

async function* readCells(services: Pick<BriefcaseServices, 'sql'>, call: BriefcaseCall, query: FileListQuery): RowBatches {
  const request = { q: query.q, sort: query.sort, dir: query.dir, show: query.isActive ? 'active' : 'inactive' } as const;
  for await (const rows of streamRows<FileRow>(services.sql, FILE_SOURCE, request, fileConditions(call.actor, query))) {
    yield rows.map((row) => [
      row.nombre,
      row.folderName,
      row.documentTypeName,
      row.bytes,
      row.agencyName,
      row.userName,
      row.createdAt,
      row.contentType,
      row.id,
    ]);
  }
}

function describeParameters(query: FileListQuery, choices: ListChoices): (readonly [string, string])[] {
  const { carpetaId, tipoDocumentoId, agenciaId, userId } = query.filters;
  const named = (label: string, id: string | undefined, options: readonly Choice[]) =>
    id === undefined ? [] : [[label, options.find((option) => option.id === id)?.name ?? id] as const];
  return [
    ...(query.q === '' ? [] : [['Búsqueda', query.q] as const]),
    ...named('Carpeta', carpetaId, choices.folders),
    ...named('Tipo de documento', tipoDocumentoId, choices.documentTypes),
    ...named('Agencia', agenciaId, choices.agencies),
    ...named('Cargado por', userId, choices.users),
    ...(query.dates.from ? [['Desde', formatDay(query.dates.from)] as const] : []),
    ...(query.dates.to ? [['Hasta', formatDay(query.dates.to)] as const] : []),
    ...(query.isActive ? [] : [['Archivos', 'Eliminados'] as const]),
  ];
}
