import type { FieldValue } from '../ports/documents/document-store.ts';
import { isList } from '../ports/documents/document-values.ts';

const DATE_KEY = '$date';

/**
 * One text for one value, whatever the order in which a store gives the fields: names in the order of their UTF-16 code units
 * (as RFC 8785), numbers and texts as JSON writes them, a time as `{"$date": "…Z"}`; a field whose own name starts with `$` has
 * one more `$`.
 */
export function canonicalJson(value: FieldValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Date) return `{"${DATE_KEY}":${JSON.stringify(value.toISOString())}}`;
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(encodeName(name))}:${canonicalJson(value[name] ?? null)}`).join(',')}}`;
}

function encodeName(name: string): string {
  return name.startsWith('$') ? `$${name}` : name;
}
