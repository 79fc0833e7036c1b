import { formatDateTimeLong } from './dates.ts';

/** A stored value in readable form, whichever program wrote it. JSON for the browser. */
export type PlainValue =
  | string
  | { items: PlainValue[] }
  | { fields: [name: string, value: PlainValue][] }
  /** The path of another document. */
  | { path: string };

/** Limits of what is shown: nobody reads deeper or longer values. */
const DEPTH_MAX = 8;
const ITEMS_MAX = 200;
const TEXT_MAX = 4_000;
const PATH = /^[\w-]+\/[^/\s]+(?:\/[\w-]+\/[^/\s]+)*$/;

/** Keeps maps and lists, formats times, and shows nothing in its raw stored form. */
export function plainValue(value: unknown, depth = 0): PlainValue {
  if (value === null || value === undefined || value === '') return 'Sin dato';
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (value instanceof Date) return formatDateTimeLong(value);
  if (typeof value === 'string') return PATH.test(value) ? { path: value } : cut(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object') return '';
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return { items: value.slice(0, ITEMS_MAX).map((item) => plainValue(item, depth + 1)) };
  const map = value as Readonly<Record<string, unknown>>;
  const moment = momentOf(map);
  if (moment) return formatDateTimeLong(moment);
  return {
    fields: Object.entries(map)
      .slice(0, ITEMS_MAX)
      .map(([name, field]) => [name, plainValue(field, depth + 1)]),
  };
}

/** The same on one line. */
export function plainText(value: unknown): string {
  return lineOf(plainValue(value));
}

function lineOf(plain: PlainValue): string {
  if (typeof plain === 'string') return plain;
  if ('path' in plain) return plain.path;
  if ('items' in plain) return plain.items.map(lineOf).join(', ');
  return plain.fields.map(([name, field]) => `${name}: ${lineOf(field)}`).join('; ');
}

/** A Firestore timestamp as export tools write it. */
function momentOf(map: Readonly<Record<string, unknown>>): Date | null {
  const seconds = map['_seconds'] ?? map['seconds'];
  if (typeof seconds !== 'number' || Object.keys(map).length > 2) return null;
  const moment = new Date(seconds * 1_000);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const cut = (text: string) => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);
