import type { FieldValue, Fields } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { ExtraField } from '../domain/extra-fields.ts';
import { campoName, CAMPO_PREFIX } from '../domain/extra-values.ts';
import { readId, readInteger, readText } from '../read-model/field-readers.ts';
import { AGENCIES, PEOPLE, CATEGORIES, DIGITIZED_TYPES, PACKAGES } from '../read-model/pages/choices.ts';
import { integer, recordId, text } from '../records/fields.ts';
import { readValues, withoutUndefined, type ValuesOf } from '../records/record-fields.ts';
import { contentMark, HISTORY_FIELDS, PRESENT_FIELDS } from '../stored-files/earlier-files.ts';

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
/** Fields of the form; the category follows from the type. */
export const FORM_FIELDS = [NAME, CATEGORY, TYPE] as const;

/** The fields shown to people as a document's facts, in this order. */
export const FACT_FIELDS = [
  text({ name: 'status', label: 'Estado' }),
  // Both are always written with the same value (D1); other programs write only one.
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
  // Older programs stored only whether there was one (D2).
  {
    ...recordId({ name: 'fromPackaging', label: 'Llegó en el paquete', names: PACKAGES }),
    read: (data: Fields) => (typeof data['fromPackaging'] === 'boolean' ? '' : readId(data, 'fromPackaging')),
  },
] as const;

const PAGES_MAX = 1_000_000;

/** A digitized document: `documentos/{id}` (docs/data-model.md); its extra fields and earlier files are stored besides. */
export const DOCUMENT_FIELDS = [
  ...FACT_FIELDS,
  ...PRESENT_FIELDS,
  {
    ...integer({ name: 'pages', label: 'Páginas', min: 1, max: PAGES_MAX }),
    read: (data: Fields) => {
      const pages = readInteger(data, 'pages', 0);
      return pages > 0 && pages <= PAGES_MAX ? pages : null;
    },
  },
  recordId({ name: 'createdBy', label: 'Indexado por', names: PEOPLE }),
] as const;

/** Further fields shown in the audit: parts with fields of their own, and the second name of the holder. */
export const DOCUMENT_PARTS = [
  recordId({ name: 'userAssign', label: 'Asignado a', names: PEOPLE }),
  text({ name: 'comment', label: 'Comentario' }),
  text({ name: 'campos', label: 'Campos' }),
  ...HISTORY_FIELDS,
] as const;

/**
 * Values of a document's form: its own fields, and the text of each extra field as `campos.<clave>`. null
 * removes one.
 */
export type DocumentValues = ValuesOf<typeof FORM_FIELDS> & {
  /** Identifies the current file, so that a form opened before another file came detects it; '' for none. Forms do not change it. */
  archivo: string;
  [campo: `campos.${string}`]: string | null;
};

/** Reads leniently and independently of the type's current fields: a document's version does not change with its type. */
export function readDocumentValues(data: Fields): DocumentValues {
  const campos = Object.entries(storedCampos(data)).flatMap(([clave, value]) => {
    const text = campoText(value);
    return text === '' ? [] : [[campoName(clave), text] as const];
  });
  return { ...Object.fromEntries(campos), ...readValues(FORM_FIELDS, data), archivo: contentMark(data) };
}

/** A stored value as the text of a control; lists and maps of other programs as JSON. */
export function campoText(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : readText({ value }, 'value').trim();
}

export function storedCampos(data: Fields): { readonly [clave: string]: FieldValue } {
  const { campos } = data;
  return isPlainMap(campos) ? campos : {};
}

/** Changed values as stored: numbers as numbers; values of fields that the form does not show are kept. */
export function toStoredDocument(fields: readonly ExtraField[]): (changes: Partial<DocumentValues>, stored: Fields) => Fields {
  return ({ documentName, categoryId, documentId, archivo: _ofUploads, ...campos }, stored) => {
    const changed = Object.entries(campos);
    const merged = new Map(Object.entries(storedCampos(stored)));
    for (const [name, text] of changed) {
      const clave = name.slice(CAMPO_PREFIX.length);
      if (text === null || text === undefined) merged.delete(clave);
      else merged.set(clave, storedCampo(fields.find((field) => field.clave === clave)?.tipo, text));
    }
    const formValues = withoutUndefined({ documentName, categoryId, documentId });
    return { ...formValues, ...(changed.length > 0 && { campos: Object.fromEntries(merged) }) };
  };
}

function storedCampo(tipo: string | undefined, text: string): FieldValue {
  return tipo === 'numero' || tipo === 'moneda' ? Number(text) : text;
}
