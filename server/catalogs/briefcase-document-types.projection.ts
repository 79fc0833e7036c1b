import { searchText } from '../domain/search.ts';
import type { Projection } from '../read-model/projection.ts';
import { flagOf, GENERIC_COLUMN_TYPES, genericColumnsOf, numberOf, textListOf, textOf, type GenericColumns } from './stored-fields.ts';

export type BriefcaseDocumentTypeRow = GenericColumns & {
  nombre: string;
  extensiones: string[];
  tamanoMaximoMb: number | null;
  estado: boolean;
  search_text: string;
};

export const briefcaseDocumentTypesProjection: Projection<BriefcaseDocumentTypeRow> = {
  database: 'main',
  collection: 'maletin_tipos_documento',
  table: 'maletin_tipos_documento',
  columns: { nombre: 'text', extensiones: 'text[]', tamanoMaximoMb: 'double precision', estado: 'boolean', ...GENERIC_COLUMN_TYPES },
  project(document) {
    const { data } = document;
    const extensiones = textListOf(data['extensiones']);
    return {
      nombre: textOf(data['nombre']),
      extensiones,
      tamanoMaximoMb: numberOf(data['tamanoMaximoMb']),
      estado: flagOf(data['estado']),
      ...genericColumnsOf(document),
      search_text: searchText([data['nombre'], ...extensiones]),
    };
  },
};
