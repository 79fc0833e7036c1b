import { searchText } from '../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, readInteger, readText, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { childRows, parentIdOf } from './child-rows.ts';

export type ServicePhotoRow = GenericColumns & {
  parentId: string;
  url: string;
  descripcion: string;
  orden: number;
  search_text: string;
};

/** The sub-collection `fotos`, which the service of the extraordinary assets has. */
export const servicePhotosProjection: Projection<ServicePhotoRow> = {
  database: 'main',
  collection: 'fotos',
  group: true,
  table: 'productos_servicios_fotos',
  ...childRows('fotos'),
  columns: { parentId: 'text', url: 'text', descripcion: 'text', orden: 'integer', ...GENERIC_COLUMNS, search_text: 'text' },
  project(document) {
    const { data } = document;
    return {
      parentId: parentIdOf(document),
      url: readText(data, 'url'),
      descripcion: readText(data, 'descripcion'),
      orden: readInteger(data, 'orden', 0),
      ...genericColumns(document),
      search_text: searchText([data['descripcion']]),
    };
  },
};
