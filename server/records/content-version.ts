import { createHash } from 'node:crypto';
import type { Fields } from '../ports/documents/document-store.ts';
import { readBoolean } from '../read-model/field-readers.ts';

/**
 * What a form holds of a document, leniently: what other programs wrote must not keep a person from mending it. `id` is the
 * record's, for what holds of one alone while nothing is stored.
 */
export type ReadValues<Values> = (data: Fields, id?: string) => Values;

/**
 * The version that a form carries: a digest of what the form holds. The document's own version would grow with what no
 * form shows too, such as a new place in the order, and make a conflict of it.
 */
export function contentVersion<Values extends object>(values: Values, isActive: boolean): string {
  const content = [Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)), isActive];
  return createHash('sha256').update(canonical(content)).digest('base64url').slice(0, 22);
}

export function storedVersion<Values extends object>(read: ReadValues<Values>, data: Fields): string {
  return contentVersion(read(data), isActive(data));
}

/** As the projections read it. */
export function isActive(data: Fields): boolean {
  return readBoolean(data, 'isActive', true);
}

/** Equal as stored; both stores may give the fields of a map in another order than they were written. */
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
