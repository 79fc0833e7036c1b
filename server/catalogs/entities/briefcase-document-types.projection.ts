import { searchText } from '../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readNumber,
  readText,
  readTextList,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

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
  columns: {
    nombre: 'text',
    extensiones: 'text[]',
    tamanoMaximoMb: 'double precision',
    estado: 'boolean',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    const extensiones = readTextList(data, 'extensiones');
    return {
      nombre: readText(data, 'nombre'),
      extensiones,
      tamanoMaximoMb: readNumber(data, 'tamanoMaximoMb'),
      estado: readBoolean(data, 'estado', true),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], ...extensiones]),
    };
  },
};
