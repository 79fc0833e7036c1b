import type { CatalogDefinition } from '../definition.ts';
import { decimal, flag, text, words } from '../../records/fields.ts';

/** The smallest step that the form offers: about ten kilobytes. */
const SIZE_STEP_MB = 0.01;
const SIZE_MAX_MB = 5000;

/** Document types of the Maletín: which files may be uploaded as what. */
export const briefcaseDocumentTypes: CatalogDefinition = {
  id: 'maletin_tipos_documento',
  database: 'main',
  listUrl: '/document-types/list-documents',
  menu: 'briefcase-document-types',
  noun: { singular: 'tipo de documento', plural: 'tipos de documento', gender: 'm' },
  titleField: 'nombre',
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Circular' }),
    words({
      name: 'extensiones',
      label: 'Extensiones',
      example: 'pdf',
      help: 'Una por línea. Sin ninguna, se acepta cualquier archivo.',
    }),
    decimal({
      name: 'tamanoMaximoMb',
      label: 'Tamaño máximo (MB)',
      min: SIZE_STEP_MB,
      max: SIZE_MAX_MB,
      step: SIZE_STEP_MB,
      unit: 'MB',
      example: '25',
      help: 'Vacío: el límite general del portal.',
    }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activo', 'Inactivo'],
      filter: true,
      help: 'Un tipo inactivo no se ofrece al cargar archivos.',
    }),
  ],
};
