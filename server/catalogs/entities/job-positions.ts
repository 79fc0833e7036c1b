import type { CatalogDefinition } from '../definition.ts';
import { flag, longText, text } from '../../records/fields.ts';

/** Job positions of staff. */
export const jobPositions: CatalogDefinition = {
  id: 'puestos',
  database: 'main',
  listUrl: '/job-positions/list-positions',
  menu: 'positions',
  noun: { singular: 'puesto', plural: 'puestos', gender: 'm' },
  titleField: 'nombre',
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Asesor de créditos' }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 1000 }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activo', 'Inactivo'],
      filter: true,
      help: 'Un puesto inactivo no se ofrece al registrar usuarios.',
    }),
  ],
};
