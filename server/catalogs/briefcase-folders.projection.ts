import { searchText } from '../domain/search.ts';
import type { Projection } from '../read-model/projection.ts';
import { flagOf, GENERIC_COLUMN_TYPES, genericColumnsOf, integerOf, textOf, type GenericColumns } from './stored-fields.ts';

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
  columns: { nombre: 'text', descripcion: 'text', orden: 'integer', estado: 'boolean', ...GENERIC_COLUMN_TYPES },
  project(document) {
    const { data } = document;
    return {
      nombre: textOf(data['nombre']),
      descripcion: textOf(data['descripcion']),
      orden: integerOf(data['orden'], 0),
      estado: flagOf(data['estado']),
      ...genericColumnsOf(document),
      search_text: searchText([data['nombre'], data['descripcion']]),
    };
  },
};
