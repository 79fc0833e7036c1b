import { searchText } from '../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, readBoolean, readDay, readText, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export type PromotionRow = GenericColumns & {
  nombre: string;
  descripcion: string;
  estado: boolean;
  image_url: string;
  vigenciaDesde: string;
  vigenciaHasta: string;
  search_text: string;
};

export const promotionsProjection: Projection<PromotionRow> = {
  database: 'main',
  collection: 'promociones',
  table: 'promociones',
  columns: {
    nombre: 'text',
    descripcion: 'text',
    estado: 'boolean',
    image_url: 'text',
    vigenciaDesde: 'text',
    vigenciaHasta: 'text',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    return {
      nombre: readText(data, 'nombre'),
      descripcion: readText(data, 'descripcion'),
      estado: readBoolean(data, 'estado', true),
      image_url: readText(data, 'image_url'),
      vigenciaDesde: readDay(data, 'vigenciaDesde'),
      vigenciaHasta: readDay(data, 'vigenciaHasta'),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['descripcion']]),
    };
  },
};
