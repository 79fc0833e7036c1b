import { searchText } from '../../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readInteger,
  readText,
  type GenericColumns,
} from '../../../read-model/field-readers.ts';
import type { Projection } from '../../../read-model/projection.ts';

export type OrderedContentsRow = GenericColumns & {
  titulo: string;
  descripcion: string;
  image_url: string;
  video_url: string;
  orden: number;
  estado: boolean;
  search_text: string;
};

/** A collection of texts with picture or video that the mobile app shows in their order: lessons, steps. */
export function orderedContentsProjection(collection: string): Projection<OrderedContentsRow> {
  return {
    database: 'main',
    collection,
    table: collection,
    columns: {
      titulo: 'text',
      descripcion: 'text',
      image_url: 'text',
      video_url: 'text',
      orden: 'integer',
      estado: 'boolean',
      ...GENERIC_COLUMNS,
      search_text: 'text',
    },
    project(document) {
      const { data } = document;
      return {
        titulo: readText(data, 'titulo'),
        descripcion: readText(data, 'descripcion'),
        image_url: readText(data, 'image_url'),
        video_url: readText(data, 'video_url'),
        orden: readInteger(data, 'orden', 0),
        estado: readBoolean(data, 'estado', true),
        ...genericColumns(document),
        search_text: searchText([data['titulo'], data['descripcion']]),
      };
    },
  };
}
