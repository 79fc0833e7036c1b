import { invalidDocument } from './document-errors.ts';
import type { Fields, FieldValue, NestedChange } from './document-store.ts';

/** Firestore's limit for one document, measured here as JSON text in UTF-8. */
export const MAX_DOCUMENT_BYTES = 1_048_576;
/** Firestore's limit on nesting. */
const MAX_DEPTH = 20;
const FIRST_YEAR = 1;
const LAST_YEAR = 9_999;
/** Neither store can keep a zero byte or half a surrogate pair in text. */
export const UNSTORABLE_TEXT = /[\0\p{Cs}]/u;

/** @throws invalid-input naming the field that cannot be stored (undefined, NaN, function, bigint, foreign object …) */
export function checkFields(fields: Fields): void {
  if (!isPlainMap(fields)) throw invalidDocument('a document must be a map of fields');
  checkMap(fields, '', 0);
}

function checkMap(map: Fields, where: string, depth: number): void {
  if (depth > MAX_DEPTH) throw invalidDocument(`${where}: nested too deeply`);
  for (const [name, value] of Object.entries(map)) {
    if (name === '' || UNSTORABLE_TEXT.test(name) || /^__.*__$/.test(name))
      throw invalidDocument(`${where}: a field name that cannot be stored`);
    checkValue(value, where ? `${where}.${name}` : name, depth);
  }
}

/** @throws invalid-input when the value cannot be stored or compared */
export function checkValue(value: FieldValue, where: string, depth = 0): void {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalidDocument(`${where}: not a finite number`);
  } else if (typeof value === 'string') {
    if (UNSTORABLE_TEXT.test(value)) throw invalidDocument(`${where}: text with characters that cannot be stored`);
  } else if (value instanceof Date) {
    const year = value.getUTCFullYear();
    // NaN fails both comparisons: written this way, the test also catches an invalid date.
    if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) throw invalidDocument(`${where}: not a date that can be stored`);
  } else if (isList(value)) {
    checkList(value, where, depth);
  } else if (isPlainMap(value)) {
    checkMap(value, where, depth + 1);
  } else {
    throw invalidDocument(`${where}: a ${typeof value} cannot be stored`);
  }
}

function checkList(list: readonly FieldValue[], where: string, depth: number): void {
  // By index: a hole reads as undefined, which forEach would skip.
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] as FieldValue;
    if (isList(item)) throw invalidDocument(`${where}[${index}]: a list directly inside a list cannot be stored`);
    checkValue(item, `${where}[${index}]`, depth + 1);
  }
}

export function isList(value: unknown): value is readonly FieldValue[] {
  return Array.isArray(value);
}

export function isPlainMap(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** @throws invalid-input when the JSON text of a document exceeds 1 MiB */
export function checkSize(json: string): void {
  // A JavaScript character is at most 3 bytes of UTF-8: most documents need no exact count.
  if (json.length * 3 > MAX_DOCUMENT_BYTES && Buffer.byteLength(json) > MAX_DOCUMENT_BYTES) {
    throw invalidDocument('the document is larger than 1 MiB');
  }
}

/**
 * The fields of every document (docs/specification.md section 3). `now` is the store's own notion of the present: a Date, or Firestore's
 * server timestamp.
 * @param times for documents of other programs: the fields that get the time there
 */
export function withCreateFields<Now>(data: Fields, now: Now, times?: readonly string[]): Record<string, Fields[string] | Now> {
  return times ? { ...allAt(times, now), ...data } : { isActive: true, createdAt: now, updatedAt: now, ...data };
}

/** updatedAt is always the time of this write, even if the changes name an older one: watching relies on it. */
export function withUpdateFields<Now>(
  changes: Fields,
  now: Now,
  times: readonly string[] = ['updatedAt'],
): Record<string, Fields[string] | Now> {
  return { ...changes, ...allAt(times, now) };
}

const allAt = <Now>(times: readonly string[], now: Now) => Object.fromEntries(times.map((name) => [name, now]));

/** A document with nested changes applied. */
export function withNested(data: Fields, nested: readonly NestedChange[]): Fields {
  return nested.reduce<Fields>((whole, { place, value }) => withValue(whole, place, value), data);
}

function withValue(map: FieldValue | undefined, [first = '', ...rest]: readonly string[], value: FieldValue): Fields {
  const old = map !== undefined && isPlainMap(map) ? map : {};
  return { ...old, [first]: rest.length === 0 ? value : withValue(old[first], rest, value) };
}
