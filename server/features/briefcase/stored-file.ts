import { z } from 'zod';
import { isDocumentId } from '../../ports/documents/document-id.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { cleanTypedName } from '../../domain/file-name.ts';
import { contentTypeWords } from '../../domain/file-types.ts';
import { AGENCIES, DOCUMENT_TYPES, FOLDERS, PEOPLE } from '../../read-model/pages/choices.ts';
import { readText } from '../../read-model/field-readers.ts';
import { bytes, recordId, text } from '../../records/fields.ts';
import { readValues, type ValuesOf } from '../../records/record-fields.ts';

const MAX_NAME_INPUT = 1000;
const chosen = (what: string) => z.string(what).refine(isDocumentId, what);
/** As it is stored: folders decide who sees a file, so that a path to a folder is not taken for the folder. */
const idAsStored: typeof recordId = (facts) => ({ ...recordId(facts), read: (data) => readText(data, facts.name) });

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
  { ...idAsStored({ name: 'carpetaId', label: 'Carpeta', required: true, names: FOLDERS }), schema: chosen('Elija la carpeta.') },
  {
    ...idAsStored({ name: 'tipoDocumentoId', label: 'Tipo de documento', required: true, names: DOCUMENT_TYPES }),
    schema: chosen('Elija el tipo de documento.'),
  },
] as const;
export type FileChanges = ValuesOf<typeof FORM_FIELDS>;

/** A file of the Maletín: `maletin_archivos/{id}` (docs/data-model.md). */
export const FILE_FIELDS = [
  ...FORM_FIELDS,
  idAsStored({ name: 'agenciaId', label: 'Agencia', names: AGENCIES }),
  text({ name: 'url', label: 'Dirección' }),
  { ...text({ name: 'contentType', label: 'Formato' }), say: contentTypeWords },
  bytes({ name: 'bytes', label: 'Tamaño' }),
  text({ name: 'sha256', label: 'Huella SHA-256' }),
  idAsStored({ name: 'userId', label: 'Cargado por', names: PEOPLE }),
] as const;

export function readChanges(data: Fields): FileChanges {
  return readValues(FORM_FIELDS, data);
}
