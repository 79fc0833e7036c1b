import { fragment } from '../../platform/sql/sql-fragment.ts';
import type { CatalogDefinition } from '../definition.ts';
import { extraFields } from '../extra-fields.ts';
import { extensions, flag, integer, longText, reference, text } from '../../records/fields.ts';
import { DOCUMENT, PERMISSION_SET, setsOfTypes } from './digitalization-uses.ts';

const RETENTION_MAX_YEARS = 100;
const CATEGORY = 'Categoría';

/** Types of digitized documents: accepted files, retention, and extra fields. */
export const documentTypes: CatalogDefinition = {
  id: 'tipos_documento',
  database: 'digitalization',
  listUrl: '/maintenance/digitalization/document-type/list-document-type',
  menu: 'digitalization-document-types',
  noun: { singular: 'tipo de documento', plural: 'tipos de documento', gender: 'm' },
  titleField: 'nombre',
  touches: {
    fields: ['categoryId', 'estado', 'campos'],
    counts: [
      {
        noun: DOCUMENT,
        table: 'documentos',
        where: (ids, removed) => (removed.length === 0 ? null : fragment`t."documentId" = ANY(${ids}) AND t.campos ?| ${removed}`),
      },
      { noun: PERMISSION_SET, table: 'permisos_documentos', where: (ids, removed) => (removed.length > 0 ? null : setsOfTypes(ids)) },
    ],
    meaning: {
      categoryId: 'Los documentos conservan su categoría anterior, y los permisos dados con ella no valen para la nueva.',
      estado: 'Un tipo inactivo no se ofrece para documentos nuevos; los que ya lo llevan lo conservan.',
      campos: 'Los documentos conservan lo que se escribió en ellos, pero ya no se muestra.',
    },
  },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Pagaré' }),
    reference({ name: 'categoryId', label: CATEGORY, catalog: 'categorias', required: true, filter: true }),
    longText({ name: 'descripcion', label: 'Descripción', maxLength: 1000, list: 'offered' }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activo', 'Inactivo'],
      filter: true,
      help: 'Un tipo inactivo no se ofrece para documentos nuevos.',
    }),
    extensions({
      name: 'extensiones',
      label: 'Extensiones',
      example: 'pdf',
      section: 'Archivo',
      help: 'Una por línea. Sin ninguna, se acepta cualquiera de las que hay en Configuración.',
      constants: 'extensionTypes',
    }),
    integer({
      name: 'retencionAnios',
      label: 'Años de retención',
      min: 1,
      max: RETENTION_MAX_YEARS,
      unit: 'años',
      example: '10',
      section: 'Archivo',
      list: 'offered',
      help: 'Cuántos años se guarda cada documento. Vacío: sin plazo.',
    }),
    extraFields({
      name: 'campos',
      label: 'Campos',
      example: 'dpi; DPI; texto; sí',
      section: 'Campos del documento',
      list: 'offered',
      help: 'Lo que se pide de cada documento de este tipo, además de su nombre. La clave de un campo guardado no cambia.',
      constants: 'fieldValidators',
    }),
  ],
};
