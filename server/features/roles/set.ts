import { z } from 'zod';
import type { Fields } from '../../ports/documents/document-store.ts';
import {
  DOCUMENT_ACTIONS,
  parseGrantLines,
  readPermissions,
  SET_TITLE_MAX,
  SET_TYPES_MAX,
  toGrantLines,
} from '../../domain/document-permissions.ts';
import { SCOPE_LABELS } from '../../domain/document-permission-words.ts';
import { readText } from '../../read-model/field-readers.ts';
import { MAP } from '../../read-model/table.ts';
import { field, oneOf, text } from '../../records/fields.ts';
import { initialValues, readValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';

const GRANTS_MAX = SET_TYPES_MAX * DOCUMENT_ACTIONS.length;
const TOO_MANY = `Un conjunto admite hasta ${SET_TYPES_MAX} tipos de documento.`;

/** What people may do with documents: `permisos_documentos/{id}` (docs/decisions/033-permission-sets.md). */
export const SET_FIELDS = [
  {
    ...text({ name: 'title', label: 'Nombre', required: true, maxLength: SET_TITLE_MAX }),
    read: (data: Fields) => readText(data, 'title').trim(),
  },
  oneOf({
    name: 'agencyScope',
    label: 'Documentos de',
    help: '«Su agencia y lo asignado»: los que están en su agencia, los que salieron de ella y los que la persona tiene asignados.',
    words: SCOPE_LABELS,
  }),
  // One line for each type; the document holds a map by category and type.
  {
    ...field<'permissions', readonly string[]>(
      'lines',
      { name: 'permissions', label: 'Permisos', maxItems: GRANTS_MAX },
      [],
      z
        .array(z.string())
        .refine((lines) => lines.length <= GRANTS_MAX, { error: TOO_MANY, abort: true })
        .refine((lines) => parseGrantLines(lines) !== null, 'Hay permisos que el portal no conoce. Vuelva a cargar la página.')
        .refine((lines) => (parseGrantLines(lines)?.size ?? 0) <= SET_TYPES_MAX, TOO_MANY)
        .transform((lines) => toGrantLines(parseGrantLines(lines) ?? new Map())),
    ),
    read: (data: Fields) => toGrantLines(readPermissions(data['permissions'])),
  },
] as const;

export type PermissionSetValues = ValuesOf<typeof SET_FIELDS>;

export const SET_FORM = recordForm(SET_FIELDS);
export const EMPTY_SET: PermissionSetValues = initialValues(SET_FIELDS);

/** A stored set as its form holds it, leniently. */
export function readSet(data: Fields): PermissionSetValues {
  return readValues(SET_FIELDS, data);
}

export const SET_COLUMNS = { ...tableColumns(SET_FIELDS), permissions: MAP };
