import { documentIdOf } from '../platform/document-id.ts';
import type { FieldValue, Fields } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { ExtraField } from '../domain/extra-fields.ts';
import { campoName, CAMPO_PREFIX } from '../domain/extra-values.ts';
import { contentTypeWords } from '../domain/file-types.ts';
import { readId, readInteger, readText } from '../read-model/field-readers.ts';
import { AGENCIES, PEOPLE, CATEGORIES, DIGITIZED_TYPES, PACKAGES } from '../read-model/pages/choices.ts';
import { bytes, integer, recordId, text } from '../records/fields.ts';
import { readValues, withoutUndefined, type ValuesOf } from '../records/record-fields.ts';

export const NAME = {
  ...text({ name: 'documentName', label: 'Nombre', required: true, maxLength: 200 }),
  read: (data: Fields) => readText(data, 'documentName').trim(),
};
const CATEGORY = recordId({ name: 'categoryId', label: 'Categoría', names: CATEGORIES });
const TYPE = recordId({
  name: 'documentId',
  label: 'Tipo de documento',
  required: true,
  help: 'Al cambiarlo se pide lo obligatorio del tipo nuevo.',
  names: DIGITIZED_TYPES,
});
/** Of a form; the category follows from the type. */
export const FORM_FIELDS = [NAME, CATEGORY, TYPE] as const;

/** What people tell of a document, in that order. */
export const TOLD_FIELDS = [
  text({ name: 'status', label: 'Estado' }),
  // Both are always written and equal (D1); other programs write either.
  {
    ...recordId({ name: 'userId', label: 'Asignado a', names: PEOPLE }),
    read: (data: Fields) => readId(data, 'userId') || readId(data, 'userAssign'),
  },
  ...FORM_FIELDS,
  recordId({ name: 'agencyId', label: 'Agencia', names: AGENCIES }),
  recordId({ name: 'agencyFromDoc', label: 'Agencia de origen', names: AGENCIES }),
  text({ name: 'ubicacion', label: 'Lugar del papel' }),
  text({ name: 'returnReason', label: 'Motivo de la devolución' }),
  text({ name: 'fileName', label: 'Archivo' }),
  recordId({ name: 'inPackage', label: 'En el paquete', names: PACKAGES }),
  // Older programs said only whether there was one (D2).
  {
    ...recordId({ name: 'fromPackaging', label: 'Llegó en el paquete', names: PACKAGES }),
    read: (data: Fields) => (typeof data['fromPackaging'] === 'boolean' ? '' : readId(data, 'fromPackaging')),
  },
] as const;

const PAGES_MAX = 1_000_000;

/** A digitized document: `documentos/{id}` (docs/data-model.md); its extra fields and its earlier files lie beside these. */
export const DOCUMENT_FIELDS = [
  ...TOLD_FIELDS,
  text({ name: 'url', label: 'Dirección' }),
  { ...text({ name: 'contentType', label: 'Formato' }), say: contentTypeWords },
  bytes({ name: 'bytes', label: 'Tamaño' }),
  text({ name: 'sha256', label: 'Huella SHA-256' }),
  {
    ...integer({ name: 'pages', label: 'Páginas', min: 1, max: PAGES_MAX }),
    read: (data: Fields) => {
      const pages = readInteger(data, 'pages', 0);
      return pages > 0 && pages <= PAGES_MAX ? pages : null;
    },
  },
  recordId({ name: 'createdBy', label: 'Indexado por', names: PEOPLE }),
] as const;

/** What the audit tells besides: parts with fields of their own, and the second name of who holds it. */
export const DOCUMENT_PARTS = [
  recordId({ name: 'userAssign', label: 'Asignado a', names: PEOPLE }),
  text({ name: 'comment', label: 'Comentario' }),
  text({ name: 'campos', label: 'Campos' }),
  text({ name: 'versions', label: 'Versiones anteriores' }),
  text({ name: 'adopted', label: 'Dirección antes de traerse al portal' }),
] as const;

/**
 * What the form of a document holds: its own fields, and under `campos.<clave>` the text of each extra field that it has. null
 * takes one away.
 */
export type DocumentValues = ValuesOf<typeof FORM_FIELDS> & {
  /** Which file it has, so that a form that was opened before another came says so; '' for none. No form changes it. */
  archivo: string;
  [campo: `campos.${string}`]: string | null;
};

/** Leniently, and in the same way whatever the type asks for by now: the version of a document does not change with its type. */
export function readDocumentValues(data: Fields): DocumentValues {
  const campos = Object.entries(storedCampos(data)).flatMap(([clave, value]) => {
    const text = campoText(value);
    return text === '' ? [] : [[campoName(clave), text] as const];
  });
  return { ...Object.fromEntries(campos), ...readValues(FORM_FIELDS, data), archivo: fileMark(readText(data, 'url')) };
}

/** Tells a file from another, and neither where it lies nor what is in it. */
function fileMark(url: string): string {
  return url === '' ? '' : documentIdOf(url);
}

/** A stored value as a control holds it; lists and maps of other programs as JSON. */
export function campoText(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : readText({ value }, 'value').trim();
}

export function storedCampos(data: Fields): { readonly [clave: string]: FieldValue } {
  const { campos } = data;
  return isPlainMap(campos) ? campos : {};
}

/** Changed values as the document holds them: numbers as numbers; values of fields that the form does not show stay. */
export function toStoredDocument(fields: readonly ExtraField[]): (changes: Partial<DocumentValues>, stored: Fields) => Fields {
  return ({ documentName, categoryId, documentId, archivo: _ofUploads, ...campos }, stored) => {
    const changed = Object.entries(campos);
    const kept = new Map(Object.entries(storedCampos(stored)));
    for (const [name, text] of changed) {
      const clave = name.slice(CAMPO_PREFIX.length);
      if (text === null || text === undefined) kept.delete(clave);
      else kept.set(clave, storedCampo(fields.find((field) => field.clave === clave)?.tipo, text));
    }
    const own = withoutUndefined({ documentName, categoryId, documentId });
    return { ...own, ...(changed.length > 0 && { campos: Object.fromEntries(kept) }) };
  };
}

function storedCampo(tipo: string | undefined, text: string): FieldValue {
  return tipo === 'numero' || tipo === 'moneda' ? Number(text) : text;
}
