import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { CatalogDefinition } from '../definition.ts';
import { flag, longText, text } from '../../records/fields.ts';
import { DOCUMENT, PERMISSION_SET, setsOfCategories } from './digitalization-uses.ts';

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
    counts: [
      {
        noun: { singular: 'tipo de documento', plural: 'tipos de documento', gender: 'm' },
        table: 'tipos_documento',
        where: (ids) => fragment`t."categoryId" = ANY(${ids})`,
      },
      { noun: DOCUMENT, table: 'documentos', where: (ids) => fragment`t."categoryId" = ANY(${ids})` },
      { noun: PERMISSION_SET, table: 'permisos_documentos', where: setsOfCategories },
    ],
    meaning: {
      estado: 'Una categoría inactiva no se ofrece para tipos ni documentos nuevos; lo que ya la lleva la conserva.',
      isActive: 'Lo que ya lleva esta categoría la conserva, pero no se podrá elegir de nuevo mientras esté eliminada.',
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
