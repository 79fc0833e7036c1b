import { createHash } from 'node:crypto';
import type { Fields } from '../ports/documents/document-store.ts';
import { readBoolean } from '../read-model/field-readers.ts';

/**
 * Reads the form's values from a document, leniently: what other programs wrote must not keep a person from correcting it. `id` is the
 * record's, for defaults of single records (`Field.born`).
 */
export type ReadValues<Values> = (data: Fields, id?: string) => Values;

/**
 * The version that a form carries: a digest of the form's values. The document's own version also grows with changes that no form shows,
 * such as a new place in the order, and would raise false conflicts.
 */
export function contentVersion<Values extends object>(values: Values, isActive: boolean): string {
  const content = [Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)), isActive];
  return createHash('sha256').update(canonical(content)).digest('base64url').slice(0, 22);
}

export function storedVersion<Values extends object>(read: ReadValues<Values>, data: Fields): string {
  return contentVersion(read(data), isActive(data));
}

/** Reads it as the projections do. */
export function isActive(data: Fields): boolean {
  return readBoolean(data, 'isActive', true);
}

/** Compares stored values; either store may return the fields of a map in another order than written. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
