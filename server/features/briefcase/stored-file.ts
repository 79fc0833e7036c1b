import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { cleanTypedName } from '../../domain/file-name.ts';
import { AGENCIES, DOCUMENT_TYPES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { moment, recordId, reference, text } from '../../records/fields.ts';
import { readValues, type ValuesOf } from '../../records/record-fields.ts';
import { contentMark, HISTORY_FIELDS, PRESENT_FIELDS } from '../../stored-files/earlier-files.ts';

const MAX_NAME_INPUT = 1000;
const chosen = (what: string) => z.string(what).refine(isDocumentId, what);

/** What people can change of a file, in the order of its form. */
export const FORM_FIELDS = [
  {
    ...text({
      name: 'nombre',
      label: 'Nombre',
      required: true,
      maxLength: 160,
      help: 'La extensión se conserva: dice qué contiene el archivo.',
    }),
    schema: z.string().max(MAX_NAME_INPUT).transform(cleanTypedName).pipe(z.string().min(1, 'Escriba el nombre del archivo.')),
  },
  // The folder decides who sees the file (docs/decisions/139-nothing-unknown.md).
  { ...reference({ name: 'carpetaId', label: 'Carpeta', required: true, catalog: FOLDERS.table }), schema: chosen('Elija la carpeta.') },
  {
    ...reference({ name: 'tipoDocumentoId', label: 'Tipo de documento', required: true, catalog: DOCUMENT_TYPES.table }),
    schema: chosen('Elija el tipo de documento.'),
  },
] as const;
/**
 * Values of a file's form, with a mark of its content, so that a form that was opened before the content changed is detected. No form
 * changes the mark.
 */
export type FileChanges = ValuesOf<typeof FORM_FIELDS> & { archivo: string };

/** A file of the Maletín: `maletin_archivos/{id}` (docs/data-model.md). */
export const FILE_FIELDS = [
  ...FORM_FIELDS,
  reference({ name: 'agenciaId', label: 'Agencia', catalog: AGENCIES.table }),
  ...PRESENT_FIELDS,
  reference({ name: 'userId', label: 'Cargado por', catalog: PEOPLE.table }),
  text({ name: 'fileName', label: 'Nombre al cargarse' }),
] as const;

/** Further fields of its audit entries. */
export const VERSION_FIELDS = [
  ...HISTORY_FIELDS,
  recordId({ name: 'uploadedBy', label: 'Versión cargada por', names: PEOPLE }),
  moment({ name: 'uploadedAt', label: 'Versión cargada el' }),
] as const;

export function readChanges(data: Fields): FileChanges {
  return { ...readValues(FORM_FIELDS, data), archivo: contentMark(data) };
}
