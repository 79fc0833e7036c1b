import type { CatalogDefinition } from '../../catalogs/definition.ts';
import { choice, decimal, flag, image, longText, text } from '../../catalogs/fields.ts';
import { SERVICE_ICONS, SERVICES_URL } from '../../domain/products.ts';

/**
 * The fields of services, products and photos, as the catalog engine knows fields: its validation, forms and exports
 * serve here too. They are no catalogs of the registry, because their records keep an order among each other
 * (docs/decisions/013-ordered-records.md); `orden` is therefore no field that a form sends.
 */
export const servicesDefinition: CatalogDefinition = {
  id: 'productos_servicios',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'servicio', plural: 'servicios', gender: 'm' },
  titleField: 'nombre',
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

export const productsDefinition: CatalogDefinition = {
  id: 'productos_servicios_productos',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'producto', plural: 'productos', gender: 'm' },
  titleField: 'nombre',
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

export const photosDefinition: CatalogDefinition = {
  id: 'productos_servicios_fotos',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  noun: { singular: 'foto', plural: 'fotos', gender: 'f' },
  titleField: 'descripcion',
  fields: [
    image({ name: 'url', label: 'Foto', required: true }),
    text({ name: 'descripcion', label: 'Descripción', maxLength: 200, search: true, example: 'Fachada de la casa en zona 3' }),
  ],
};
