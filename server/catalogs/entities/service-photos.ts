import { PHOTOS_URL } from '../../domain/products.ts';
import type { CatalogDefinition } from '../definition.ts';
import { image, text } from '../../records/fields.ts';
import { services } from './services.ts';

/** The gallery of a service that has one: the extraordinary assets (docs/specification.md section 3). */
export const servicePhotos: CatalogDefinition = {
  id: 'productos_servicios_fotos',
  database: 'main',
  listUrl: PHOTOS_URL,
  menu: 'products',
  noun: { singular: 'foto', plural: 'fotos', gender: 'f' },
  titleField: 'descripcion',
  orderField: 'orden',
  parent: { definition: services, collection: 'fotos', flag: 'galeria' },
  pageless: true,
  undo: 'photo',
  fields: [
    image({ name: 'url', label: 'Foto', required: true }),
    text({ name: 'descripcion', label: 'Descripción', maxLength: 200, example: 'Fachada de la casa en zona 3' }),
  ],
};
