import { z } from 'zod';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { cleanTypedName } from '../../domain/file-name.ts';
import { contentTypeWords } from '../../domain/file-types.ts';
import { AGENCIES, DOCUMENT_TYPES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { bytes, reference, text } from '../../records/fields.ts';
import { readValues, type ValuesOf } from '../../records/record-fields.ts';

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
  // As it is stored: a path to a folder is not taken for the folder, which decides who sees the file.
  { ...reference({ name: 'carpetaId', label: 'Carpeta', required: true, catalog: FOLDERS.table }), schema: chosen('Elija la carpeta.') },
  {
    ...reference({ name: 'tipoDocumentoId', label: 'Tipo de documento', required: true, catalog: DOCUMENT_TYPES.table }),
    schema: chosen('Elija el tipo de documento.'),
  },
] as const;
export type FileChanges = ValuesOf<typeof FORM_FIELDS>;

/** A file of the Maletín: `maletin_archivos/{id}` (docs/data-model.md). */
export const FILE_FIELDS = [
  ...FORM_FIELDS,
  reference({ name: 'agenciaId', label: 'Agencia', catalog: AGENCIES.table }),
  text({ name: 'url', label: 'Dirección' }),
  { ...text({ name: 'contentType', label: 'Formato' }), say: contentTypeWords },
  bytes({ name: 'bytes', label: 'Tamaño' }),
  text({ name: 'sha256', label: 'Huella SHA-256' }),
  reference({ name: 'userId', label: 'Cargado por', catalog: PEOPLE.table }),
] as const;

export function readChanges(data: Fields): FileChanges {
  return readValues(FORM_FIELDS, data);
}
