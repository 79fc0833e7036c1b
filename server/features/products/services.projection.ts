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
import { SERVICES_COLLECTION } from './child-rows.ts';

export type ServiceRow = GenericColumns & {
  nombre: string;
  descripcion: string;
  icono: string;
  orden: number;
  estado: boolean;
  search_text: string;
};

export const servicesProjection: Projection<ServiceRow> = {
  database: 'main',
  collection: SERVICES_COLLECTION,
  table: 'productos_servicios',
  columns: {
    nombre: 'text',
    descripcion: 'text',
    icono: 'text',
    orden: 'integer',
    estado: 'boolean',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    return {
      nombre: readText(data, 'nombre'),
      descripcion: readText(data, 'descripcion'),
      icono: readText(data, 'icono'),
      orden: readInteger(data, 'orden', 0),
      estado: readBoolean(data, 'estado', true),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['descripcion']]),
    };
  },
};
