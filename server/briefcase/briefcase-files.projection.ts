import { fileExtension } from '../domain/files-vocabulary.ts';
import { searchText } from '../domain/search.ts';
import { GENERIC_COLUMN_TYPES, genericColumnsOf, numberOf, textOf, type GenericColumns } from '../catalogs/stored-fields.ts';
import type { Projection } from '../read-model/projection.ts';

export type BriefcaseFileRow = GenericColumns & {
  nombre: string;
  carpetaId: string;
  tipoDocumentoId: string;
  agenciaId: string;
  url: string;
  contentType: string;
  /** Whole bytes as decimal digits. */
  bytes: string;
  sha256: string;
  userId: string;
  search_text: string;
};

export const briefcaseFilesProjection: Projection<BriefcaseFileRow> = {
  database: 'main',
  collection: 'maletin_archivos',
  table: 'maletin_archivos',
  columns: {
    nombre: 'text', carpetaId: 'text', tipoDocumentoId: 'text', agenciaId: 'text', url: 'text', contentType: 'text', bytes: 'bigint', sha256: 'text', userId: 'text',
    ...GENERIC_COLUMN_TYPES,
  },
  project(document) {
    const { data } = document;
    const nombre = textOf(data['nombre']);
    const bytes = Math.trunc(numberOf(data['bytes']) ?? 0);
    return {
      nombre,
      carpetaId: textOf(data['carpetaId']),
      tipoDocumentoId: textOf(data['tipoDocumentoId']),
      agenciaId: textOf(data['agenciaId']),
      url: textOf(data['url']),
      contentType: textOf(data['contentType']),
      bytes: Number.isSafeInteger(bytes) && bytes > 0 ? String(bytes) : '0',
      sha256: textOf(data['sha256']),
      userId: textOf(data['userId']),
      ...genericColumnsOf(document),
      search_text: searchText([nombre, fileExtension(nombre)]),
    };
  },
};
