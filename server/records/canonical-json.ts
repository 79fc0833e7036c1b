import type { FieldValue } from '../ports/documents/document-store.ts';
import { isList } from '../ports/documents/document-values.ts';

const DATE_KEY = '$date';

/**
 * The same text for equal values, in whichever order a store returns the fields: names sorted by UTF-16 code units (as in RFC 8785),
 * numbers and texts as in JSON, a time as `{"$date": "…Z"}`; a field name that starts with `$` gets another `$` in front.
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
