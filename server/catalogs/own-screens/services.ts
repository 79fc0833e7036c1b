import type { CatalogDefinition } from '../definition.ts';
import { choice, decimal, flag, image, longText, text } from '../fields.ts';
import { EXTRAORDINARY_ASSETS_ID, SERVICE_ICONS, SERVICES_URL } from '../../domain/products.ts';

/** The services of the mobile app, in the order in which it shows them. */
export const services: CatalogDefinition = {
  id: 'productos_servicios',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'servicio', plural: 'servicios', gender: 'm' },
  titleField: 'nombre',
  orderField: 'orden',
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Ahorro a plazo fijo', search: true }),
    longText({
      name: 'descripcion',
      label: 'Descripción',
      maxLength: 2000,
      search: true,
      help: 'La aplicación la muestra bajo el nombre.',
    }),
    choice({ name: 'icono', label: 'Icono', required: true, options: SERVICE_ICONS }),
    flag({ name: 'estado', label: 'Estado', words: ['Activo', 'Inactivo'], filter: true }),
  ],
};

/** The products of each service. */
export const serviceProducts: CatalogDefinition = {
  id: 'productos_servicios_productos',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'producto', plural: 'productos', gender: 'm' },
  titleField: 'nombre',
  orderField: 'orden',
  parent: { definition: services, collection: 'productos' },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Plazo fijo a 12 meses', search: true }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 4000, search: true }),
    longText({ name: 'requisitos', label: 'Requisitos', maxLength: 4000, search: true, help: 'Uno por línea.' }),
    decimal({
      name: 'tasa',
      label: 'Tasa anual (%)',
      min: 0,
      max: 100,
      step: 0.01,
      example: '8.50',
      help: 'Vacía cuando el producto no tiene tasa.',
    }),
    image({ name: 'image_url', label: 'Imagen', list: 'offered', export: false }),
    flag({ name: 'estado', label: 'Estado', words: ['Activo', 'Inactivo'], filter: true }),
  ],
};

/** The photos of the extraordinary assets. */
export const servicePhotos: CatalogDefinition = {
  id: 'productos_servicios_fotos',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'foto', plural: 'fotos', gender: 'f' },
  titleField: 'descripcion',
  orderField: 'orden',
  parent: { definition: services, collection: 'fotos', only: EXTRAORDINARY_ASSETS_ID },
  fields: [
    image({ name: 'url', label: 'Foto', required: true }),
    text({ name: 'descripcion', label: 'Descripción', maxLength: 200, search: true, example: 'Fachada de la casa en zona 3' }),
  ],
};
