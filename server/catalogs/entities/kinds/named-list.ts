import { searchText } from '../../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, readBoolean, readText, type GenericColumns } from '../../../read-model/field-readers.ts';
import type { Projection } from '../../../read-model/projection.ts';

export type NamedRow = GenericColumns & {
  nombre: string;
  descripcion: string;
  estado: boolean;
  search_text: string;
};

/** A collection from which people choose by name: departments, positions. */
export function namedListProjection(collection: string): Projection<NamedRow> {
  return {
    database: 'main',
    collection,
    table: collection,
    columns: { nombre: 'text', descripcion: 'text', estado: 'boolean', ...GENERIC_COLUMNS, search_text: 'text' },
    project(document) {
      const { data } = document;
      return {
        nombre: readText(data, 'nombre'),
        descripcion: readText(data, 'descripcion'),
        estado: readBoolean(data, 'estado', true),
        ...genericColumns(document),
        search_text: searchText([data['nombre'], data['descripcion']]),
      };
    },
  };
}
