import { readBoolean } from '../../read-model/field-readers.ts';
import { EXTRAORDINARY_ASSETS_ID, SERVICE_ICONS, SERVICES_URL } from '../../domain/products.ts';
import type { CatalogDefinition } from '../definition.ts';
import { choice, flag, longText, text } from '../../records/fields.ts';

/** Shows the time of the last change instead of the creation. */
export const WHEN_CHANGED = { createdAt: { optional: true }, updatedAt: { optional: false } } as const;

/** The services of the mobile app, in the app's order. */
export const services: CatalogDefinition = {
  id: 'productos_servicios',
  database: 'main',
  listUrl: SERVICES_URL,
  menu: 'products',
  title: 'Productos y servicios',
  noun: { singular: 'servicio', plural: 'servicios', gender: 'm' },
  titleField: 'nombre',
  orderField: 'orden',
  counted: { name: 'products', label: 'Productos', catalog: 'productos_servicios_productos' },
  undo: 'service',
  columns: { nombre: { label: 'Servicio' }, descripcion: { from: 'md' }, ...WHEN_CHANGED },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Ahorro a plazo fijo' }),
    longText({
      name: 'descripcion',
      label: 'Descripción',
      maxLength: 2000,
      help: 'La aplicación la muestra bajo el nombre.',
    }),
    choice({ name: 'icono', label: 'Icono', required: true, options: SERVICE_ICONS, list: 'never' }),
    {
      ...flag({
        name: 'galeria',
        label: 'Galería de fotografías',
        words: ['Sí', 'No'],
        initial: false,
        list: 'offered',
        help: 'Para los activos extraordinarios: en la página del servicio se agregan las fotos que la aplicación muestra. Para quitarla, elimine primero las fotos.',
      }),
      required: false,
      read: (data, id) => readBoolean(data, 'galeria', id === EXTRAORDINARY_ASSETS_ID, ['Sí', 'No']),
    },
    flag({ name: 'estado', label: 'Estado', words: ['Activo', 'Inactivo'], filter: true }),
  ],
};
