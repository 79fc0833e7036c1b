import { documentIdOf } from '../documents/document-id.ts';
import type { FieldValue, Fields } from '../documents/document-store.ts';
import { isPlainMap } from '../documents/document-values.ts';
import type { ExtraField } from '../domain/extra-fields.ts';
import { readId, readText } from '../read-model/field-readers.ts';

/** Before the key of an extra field, in names of controls and of values. */
export const CAMPO_PREFIX = 'campos.';

/**
 * What the form of a document holds: its own fields, and under `campos.<clave>` the text of each extra field that it has. null
 * takes one away.
 */
export type DocumentValues = {
  documentName: string;
  categoryId: string;
  documentId: string;
  /** Which file it has, so that a form that was opened before another came says so; '' for none. No form changes it. */
  archivo: string;
  [campo: `campos.${string}`]: string | null;
};

export function campoName(clave: string): `campos.${string}` {
  return `campos.${clave}`;
}

/** Leniently, and in the same way whatever the type asks for by now: the version of a document does not change with its type. */
export function readDocumentValues(data: Fields): DocumentValues {
  const campos = Object.entries(storedCampos(data)).flatMap(([clave, value]) => {
    const text = campoText(value);
    return text === '' ? [] : [[campoName(clave), text] as const];
  });
  return {
    ...Object.fromEntries(campos),
    documentName: readText(data, 'documentName').trim(),
    categoryId: readId(data, 'categoryId'),
    documentId: readId(data, 'documentId'),
    archivo: fileMark(readText(data, 'url')),
  };
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
      else kept.set(clave, storedValue(fields.find((field) => field.clave === clave)?.tipo, text));
    }
    return {
      ...(documentName !== undefined && { documentName }),
      ...(categoryId !== undefined && { categoryId }),
      ...(documentId !== undefined && { documentId }),
      ...(changed.length > 0 && { campos: Object.fromEntries(kept) }),
    };
  };
}

function storedValue(tipo: string | undefined, text: string): FieldValue {
  return tipo === 'numero' || tipo === 'moneda' ? Number(text) : text;
}
