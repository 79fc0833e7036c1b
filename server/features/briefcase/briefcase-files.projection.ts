import { fileExtension } from '../../domain/files-vocabulary.ts';
import { searchText } from '../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, readText, readWholeNumber, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export type BriefcaseFileRow = GenericColumns & {
  nombre: string;
  carpetaId: string;
  tipoDocumentoId: string;
  agenciaId: string;
  url: string;
  contentType: string;
  bytes: number;
  sha256: string;
  userId: string;
  search_text: string;
};

export const briefcaseFilesProjection: Projection<BriefcaseFileRow> = {
  database: 'main',
  collection: 'maletin_archivos',
  table: 'maletin_archivos',
  columns: {
    nombre: 'text',
    carpetaId: 'text',
    tipoDocumentoId: 'text',
    agenciaId: 'text',
    url: 'text',
    contentType: 'text',
    bytes: 'bigint',
    sha256: 'text',
    userId: 'text',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    const nombre = readText(data, 'nombre');
    return {
      nombre,
      carpetaId: readText(data, 'carpetaId'),
      tipoDocumentoId: readText(data, 'tipoDocumentoId'),
      agenciaId: readText(data, 'agenciaId'),
      url: readText(data, 'url'),
      contentType: readText(data, 'contentType'),
      bytes: Math.max(0, readWholeNumber(data, 'bytes', 0)),
      sha256: readText(data, 'sha256'),
      userId: readText(data, 'userId'),
      ...genericColumns(document),
      search_text: searchText([nombre, fileExtension(nombre)]),
    };
  },
};
