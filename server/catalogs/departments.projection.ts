import { searchText } from '../domain/search.ts';
import type { Projection } from '../read-model/projection.ts';
import { flagOf, GENERIC_COLUMN_TYPES, genericColumnsOf, textOf, type GenericColumns } from './stored-fields.ts';

export type DepartmentRow = GenericColumns & {
  nombre: string;
  descripcion: string;
  estado: boolean;
  search_text: string;
};

export const departmentsProjection: Projection<DepartmentRow> = {
  database: 'main',
  collection: 'departamentos',
  table: 'departamentos',
  columns: { nombre: 'text', descripcion: 'text', estado: 'boolean', ...GENERIC_COLUMN_TYPES },
  project(document) {
    const { data } = document;
    return {
      nombre: textOf(data['nombre']),
      descripcion: textOf(data['descripcion']),
      estado: flagOf(data['estado']),
      ...genericColumnsOf(document),
      search_text: searchText([data['nombre'], data['descripcion']]),
    };
  },
};
