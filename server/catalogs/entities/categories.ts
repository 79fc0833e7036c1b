import type { CatalogDefinition } from '../definition.ts';
import { flag, longText, text } from '../../records/fields.ts';
import { PERMISSION_SET, setsOfCategories } from './digitalization-uses.ts';

/** Categories of digitized documents: what document types belong to. */
export const categories: CatalogDefinition = {
  id: 'categorias',
  database: 'digitalization',
  listUrl: '/maintenance/digitalization/category/list-category',
  menu: 'digitalization-categories',
  noun: { singular: 'categoría', plural: 'categorías', gender: 'f' },
  titleField: 'nombre',
  inUse: 'estado',
  counted: { name: 'tipos', label: 'Tipos', catalog: 'tipos_documento', reference: 'categoryId' },
  touches: {
    fields: ['estado'],
    counts: [{ noun: PERMISSION_SET, table: 'permisos_documentos', where: setsOfCategories }],
    meaning: {
      estado: 'Una categoría inactiva no se ofrece para tipos ni documentos nuevos; lo que ya la lleva la conserva.',
    },
  },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Créditos' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 1000 }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activa', 'Inactiva'],
      filter: true,
      help: 'Una categoría inactiva no se ofrece para tipos ni documentos nuevos.',
    }),
  ],
};
