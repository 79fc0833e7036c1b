import type { CatalogDefinition } from '../definition.ts';
import { flag, integer, longText, text } from '../../records/fields.ts';

const LAST_POSITION = 9999;

/** Folders of the Maletín; a person's briefcase_permissions list those that they may open. */
export const briefcaseFolders: CatalogDefinition = {
  id: 'maletin_carpetas',
  database: 'main',
  listUrl: '/folders/list-folders',
  menu: 'briefcase-folders',
  noun: { singular: 'carpeta', plural: 'carpetas', gender: 'f' },
  titleField: 'nombre',
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Manuales' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 1000 }),
    integer({
      name: 'orden',
      label: 'Orden',
      required: true,
      min: 0,
      max: LAST_POSITION,
      initial: 0,
      help: 'Las carpetas se muestran de menor a mayor.',
    }),
    integer({
      name: 'lecturaDias',
      label: 'Días para leer',
      min: 1,
      max: 365,
      unit: 'días',
      help: 'Lectura obligatoria: lo que está en la carpeta, y lo que llegue después, debe leerlo quien la tiene, en estos días. Vacío, no se pide.',
    }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activa', 'Inactiva'],
      filter: true,
      help: 'En una carpeta inactiva no se pueden cargar archivos.',
    }),
  ],
};
