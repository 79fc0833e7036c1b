import { searchText } from '../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readInteger,
  readText,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export type BriefcaseFolderRow = GenericColumns & {
  nombre: string;
  descripcion: string;
  orden: number;
  estado: boolean;
  search_text: string;
};

export const briefcaseFoldersProjection: Projection<BriefcaseFolderRow> = {
  database: 'main',
  collection: 'maletin_carpetas',
  table: 'maletin_carpetas',
  columns: { nombre: 'text', descripcion: 'text', orden: 'integer', estado: 'boolean', ...GENERIC_COLUMNS, search_text: 'text' },
  project(document) {
    const { data } = document;
    return {
      nombre: readText(data, 'nombre'),
      descripcion: readText(data, 'descripcion'),
      orden: readInteger(data, 'orden', 0),
      estado: readBoolean(data, 'estado', true),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['descripcion']]),
    };
  },
};
