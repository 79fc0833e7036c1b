import { PRODUCTS_URL } from '../../domain/products.ts';
import type { CatalogDefinition } from '../definition.ts';
import { decimal, flag, image, longText, text } from '../../records/fields.ts';
import { services, WHEN_CHANGED } from './services.ts';

/** The products of each service. */
export const serviceProducts: CatalogDefinition = {
  id: 'productos_servicios_productos',
  database: 'main',
  listUrl: PRODUCTS_URL,
  menu: 'products',
  noun: { singular: 'producto', plural: 'productos', gender: 'm' },
  titleField: 'nombre',
  orderField: 'orden',
  parent: { definition: services, collection: 'productos' },
  undo: 'product',
  columns: { nombre: { label: 'Producto' }, descripcion: { from: 'md' }, tasa: { label: 'Tasa anual' }, ...WHEN_CHANGED },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Plazo fijo a 12 meses' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 4000 }),
    longText({ name: 'requisitos', label: 'Requisitos', maxLength: 4000, help: 'Uno por línea.', list: 'never' }),
    decimal({
      name: 'tasa',
      label: 'Tasa anual (%)',
      min: 0,
      max: 100,
      step: 0.01,
      isPercent: true,
      example: '8.50',
      help: 'Vacía cuando el producto no tiene tasa.',
    }),
    image({ name: 'image_url', label: 'Imagen', list: 'never', export: false }),
    flag({ name: 'estado', label: 'Estado', words: ['Activo', 'Inactivo'], filter: true }),
  ],
};
