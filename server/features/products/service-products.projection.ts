import { searchText } from '../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readInteger,
  readNumber,
  readText,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { childRows, parentIdOf } from './child-rows.ts';

export type ServiceProductRow = GenericColumns & {
  parentId: string;
  nombre: string;
  descripcion: string;
  requisitos: string;
  tasa: number | null;
  image_url: string;
  orden: number;
  estado: boolean;
  search_text: string;
};

/** The sub-collection `productos` of every service in one table. */
export const serviceProductsProjection: Projection<ServiceProductRow> = {
  database: 'main',
  collection: 'productos',
  group: true,
  table: 'productos_servicios_productos',
  ...childRows('productos'),
  columns: {
    parentId: 'text',
    nombre: 'text',
    descripcion: 'text',
    requisitos: 'text',
    tasa: 'double precision',
    image_url: 'text',
    orden: 'integer',
    estado: 'boolean',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    return {
      parentId: parentIdOf(document),
      nombre: readText(data, 'nombre'),
      descripcion: readText(data, 'descripcion'),
      requisitos: readText(data, 'requisitos'),
      tasa: readNumber(data, 'tasa'),
      image_url: readText(data, 'image_url'),
      orden: readInteger(data, 'orden', 0),
      estado: readBoolean(data, 'estado', true),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['descripcion'], data['requisitos']]),
    };
  },
};
