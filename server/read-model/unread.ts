import { optionNamed } from '../domain/names.ts';
import { hasAddress } from '../domain/record-address.ts';
import { joinWithAnd } from '../domain/text.ts';
import type { FieldValue, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { readBoolean, readNumber, readText, readTimestamp } from './field-readers.ts';
import { GENERIC_COLUMNS } from './field-readers.ts';
import type { AnyProjection, Expected } from './projection.ts';

/** A value that a document holds and its row cannot show. */
export interface Unread {
  field: string;
  value: FieldValue;
  /** In Spanish. */
  reason: string;
}

/** Fields of every document besides those of its kind; the last two are ours. */
export const GENERIC_FIELDS: ReadonlySet<string> = new Set([...Object.keys(GENERIC_COLUMNS), 'id', 'updatedBy', 'version']);

/**
 * Values of a document that its row has lost: a column looks as if nothing were stored though something is. Empty values are no findings.
 * Pure: it compares the readers' results with their input.
 */
export function findUnread({ columns, expects = {}, title }: AnyProjection, { id, data }: StoredDocument, row: object): Unread[] {
  const read = row as Readonly<Record<string, unknown>>;
  const found = Object.entries(columns).flatMap(([field, type]): Unread[] => {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (value === undefined || isEmpty(value) || isNativeValue(type, value)) return [];
    const reason = reasonOf({ type, field, value, shown: read[field] ?? null, expected: expects[field] ?? {} }, data);
    return reason === null ? [] : [{ field, value, reason }];
  });
  if (!hasAddress(id))
    found.push({ field: 'id', value: id, reason: 'Ninguna dirección puede llevar este código: el registro no se puede abrir.' });
  return title === undefined ? found : [...found, ...findMissingName({ columns, title }, data)];
}

/** Skips values of the type that the portal itself writes: nearly all. */
function isNativeValue(type: string, value: FieldValue): boolean {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'timestamptz':
      return value instanceof Date;
    default:
      return false;
  }
}

interface FieldReading {
  type: string;
  field: string;
  value: FieldValue;
  /** Value in the row. */
  shown: unknown;
  expected: Expected;
}

function reasonOf({ type, field, value, shown, expected }: FieldReading, data: Fields): string | null {
  const { options, words = [] } = expected;
  switch (type) {
    case 'boolean':
      if (readBoolean(data, field, true, words) === readBoolean(data, field, false, words)) return null;
      return words.length === 2 ? `No es «${words.join('» ni «')}».` : 'No dice sí ni no.';
    case 'timestamptz':
      return readTimestamp(data, field) === null ? 'No es una fecha y hora que se entienda.' : null;
    case 'text':
      if (options && !options.some((option) => option.value === optionNamed(options, readText(data, field))))
        return `No es una de las opciones: ${joinWithAnd(options.map(({ label }) => label))}.`;
      if (expected.isDay) return isDay(shown) ? null : 'No es una fecha que se entienda.';
      // Older programs stored only whether there was another record.
      if (shown !== null && shown !== '') return null;
      return expected.names && typeof value === 'boolean' ? null : 'No es un texto.';
    case 'text[]':
    case 'jsonb':
      return listReason(value, shown, expected);
    default:
      return shown === null || (shown === 0 && readNumber(data, field) === null) ? 'No es un número que se entienda.' : null;
  }
}

const isDay = (shown: unknown) => typeof shown === 'string' && /^(?:\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})$/.test(shown);

function listReason(value: FieldValue, shown: unknown, { reads }: Expected): string | null {
  const size = Array.isArray(shown) ? shown.length : typeof shown === 'object' && shown !== null ? Object.keys(shown).length : 0;
  if (size === 0 || (reads && !isList(value))) return 'Está guardado en una forma que no se entiende.';
  const stored = isList(value) ? new Set(value.filter((item) => !isEmpty(item))) : null;
  const lost = !stored || !Array.isArray(shown) ? 0 : reads ? [...stored].filter((item) => !reads(item)).length : stored.size - size;
  return lost > 0 ? `De la lista no se ${lost === 1 ? 'entiende una entrada' : `entienden ${lost} entradas`}.` : null;
}

/** A document without a name but with unknown fields may have its name in one of those. */
function findMissingName({ columns, title }: Pick<AnyProjection, 'columns'> & { title: string }, data: Fields): Unread[] {
  if (!isEmpty(data[title] ?? null)) return [];
  const others = Object.entries(data).filter(([name, value]) => !(name in columns) && !GENERIC_FIELDS.has(name) && !isEmpty(value));
  if (others.length === 0) return [];
  return [{ field: title, value: Object.fromEntries(others), reason: 'Sin dato. El documento guarda otros, que el portal no usa.' }];
}

export function isEmpty(value: FieldValue): boolean {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return true;
  return isList(value) ? value.length === 0 : isPlainMap(value) && Object.keys(value).length === 0;
}
