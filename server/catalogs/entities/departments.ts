import type { CatalogDefinition } from '../definition.ts';
import { flag, longText, text } from '../../records/fields.ts';

/** Internal departments, to which staff belong. */
export const departments: CatalogDefinition = {
  id: 'departamentos',
  database: 'main',
  listUrl: '/departments/list-departments',
  menu: 'departments',
  noun: { singular: 'departamento', plural: 'departamentos', gender: 'm' },
  titleField: 'nombre',
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Créditos' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 1000 }),
    flag({ name: 'estado', label: 'Estado', words: ['Activo', 'Inactivo'], filter: true }),
  ],
};
