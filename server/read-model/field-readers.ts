import { cutText } from '../domain/bounded-text.ts';
import { dayOf, parseDay, parseDayMonthYear } from '../domain/dates.ts';
import type { FieldValue, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';

/**
 * Lenient readers for projections: whatever a document holds, they answer a value that its column can store, and never
 * throw. Old documents were written by other programs; a row that is missing would hide a document from people.
 */
const NOT_STORABLE = /\0|\p{Surrogate}/gu;
/**
 * Longest text of a field that screens, search and tables take from a document: more than twice what our own forms allow.
 * The document keeps all of it.
 */
const TEXT_MAX = 10_000;
/** No number, day or time is written longer. */
const SHORT_MAX = 100;
const INTEGER_MAX = 2_147_483_647;
const MICROS_PER_SECOND = 1_000_000n;
/** Years 1 to 9999: what ISO text, Postgres and a spreadsheet all understand. */
const FIRST_MICROS = -62_135_596_800_000_000n;
const LAST_MICROS = 253_402_300_799_999_999n;
const FIRST_MILLIS = Number(FIRST_MICROS / 1_000n);
const LAST_MILLIS = Number(LAST_MICROS / 1_000n);
const MAX_MAP_DEPTH = 20;

type Value = FieldValue | undefined;

/** A field of the document itself, never of Object.prototype. */
function fieldOf(data: Fields, field: string): Value {
  return Object.hasOwn(data, field) ? data[field] : undefined;
}

/** Text as it is, the beginning of a very long one; numbers, booleans and times as text; anything else the fallback. */
export function readText(data: Fields, field: string, fallback = ''): string {
  return textOf(fieldOf(data, field)) ?? fallback;
}

/** The id of another record: text, the `id` of a map, or the end of a path, as a reference of Firestore is read; else ''. */
export function readId(data: Fields, field: string): string {
  const value = fieldOf(data, field);
  const text = isPlainMap(value) ? readText(value, 'id') : readText(data, field);
  return text.slice(text.lastIndexOf('/') + 1);
}

function textOf(value: Value): string | null {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return timestampOf(value);
  return null;
}

function boundedText(text: string): string {
  return cutText(storableText(text.slice(0, 2 * TEXT_MAX)), TEXT_MAX);
}

/** Without what Postgres refuses: NUL and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replace(NOT_STORABLE, '');
}

/** true/false, also written as text or 1/0. */
export function readBoolean(data: Fields, field: string, fallback: boolean): boolean {
  const value = fieldOf(data, field);
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 'true') return true;
  if (value === 0 || value === 'false') return false;
  return fallback;
}

/** A finite number, also written as text (`"14.6"`); else null. */
export function readNumber(data: Fields, field: string): number | null {
  const value = fieldOf(data, field);
  if (typeof value === 'string' && value.length > SHORT_MAX) return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A whole number that fits Postgres' `integer`, cut towards zero; else the fallback. */
export function readInteger(data: Fields, field: string, fallback: number): number {
  const number = Math.trunc(readNumber(data, field) ?? Number.NaN);
  return Math.abs(number) <= INTEGER_MAX ? number : fallback;
}

/** A whole number without loss of digits (file sizes); else the fallback. */
export function readWholeNumber(data: Fields, field: string, fallback: number): number {
  const number = Math.trunc(readNumber(data, field) ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : fallback;
}

/** A list of texts; a single text counts as a list of one, entries that are no text are left out. */
export function readTextList(data: Fields, field: string): string[] {
  const value = fieldOf(data, field);
  const list = isList(value) ? value : typeof value === 'string' && value !== '' ? [value] : [];
  return list.map(textOf).filter((text) => text !== null);
}

/** A map as JSON; anything else an empty map. */
export function readMap(data: Fields, field: string): Record<string, unknown> {
  const value = fieldOf(data, field);
  return isPlainMap(value) ? (jsonOf(value, 0) as Record<string, unknown>) : {};
}

/** A list as JSON, its entries whatever they are; anything else an empty list. */
export function readList(data: Fields, field: string): unknown[] {
  const value = fieldOf(data, field);
  return isList(value) ? (jsonOf(value, 0) as unknown[]) : [];
}

function jsonOf(value: FieldValue, depth: number): unknown {
  if (depth > MAX_MAP_DEPTH) return null;
  if (value instanceof Date) return timestampOf(value);
  if (typeof value === 'string') return boundedText(value);
  if (isList(value)) return value.map((entry) => jsonOf(entry, depth + 1));
  if (isPlainMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [boundedText(key), jsonOf(entry, depth + 1)]));
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

/**
 * A time as ISO text with microseconds. Understands Date, ISO text, milliseconds since 1970 and the map {seconds,
 * nanoseconds} that Firestore's own tools write; else null.
 */
export function readTimestamp(data: Fields, field: string): string | null {
  return timestampOf(fieldOf(data, field));
}

/**
 * A calendar day as `YYYY-MM-DD`. Understands that text, day/month/year and every time that readTimestamp understands (the
 * day in Guatemala); else ''.
 */
export function readDay(data: Fields, field: string): string {
  const value = fieldOf(data, field);
  if (typeof value === 'string' && value.length > SHORT_MAX) return '';
  const written = typeof value === 'string' ? (parseDay(value.trim()) ?? parseDayMonthYear(value)) : null;
  if (written !== null) return written;
  const at = timestampOf(value);
  return at === null ? '' : dayOf(new Date(at));
}

function timestampOf(value: Value): string | null {
  if (value instanceof Date) return fromMillis(value.getTime());
  if (typeof value === 'number') return fromMillis(value);
  if (typeof value === 'string') return value.length <= SHORT_MAX && /^\d{4}-\d\d-\d\d/.test(value) ? fromIsoText(value) : null;
  if (!isPlainMap(value)) return null;
  const seconds = readNumber(value, 'seconds') ?? readNumber(value, '_seconds');
  const nanoseconds = readNumber(value, 'nanoseconds') ?? readNumber(value, '_nanoseconds') ?? 0;
  if (seconds === null) return null;
  const micros = Math.trunc(seconds) * 1e6 + Math.trunc(nanoseconds / 1e3);
  return Number.isSafeInteger(micros) ? microsToIso(BigInt(micros)) : null;
}

function fromMillis(milliseconds: number): string | null {
  if (milliseconds >= FIRST_MILLIS && milliseconds <= LAST_MILLIS && Number.isInteger(milliseconds))
    return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
  const micros = Math.trunc(milliseconds * 1e3);
  return Number.isSafeInteger(micros) ? microsToIso(BigInt(micros)) : null;
}

/** Date.parse cuts to milliseconds: the digits after them are taken from the text. */
function fromIsoText(text: string): string | null {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) return null;
  const digits = /[T ]\d\d:\d\d:\d\d\.(\d{4,6})/.exec(text)?.[1] ?? '';
  return microsToIso(BigInt(millis) * 1_000n + BigInt(digits.slice(3).padEnd(3, '0')));
}

/** Microseconds since 1970 as ISO text, e.g. `2026-11-19T22:30:04.000123Z`; null outside the years 1 to 9999. */
export function microsToIso(micros: bigint): string | null {
  if (micros < FIRST_MICROS || micros > LAST_MICROS) return null;
  const fraction = ((micros % MICROS_PER_SECOND) + MICROS_PER_SECOND) % MICROS_PER_SECOND;
  const seconds = (micros - fraction) / MICROS_PER_SECOND;
  return `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}.${String(fraction).padStart(6, '0')}Z`;
}

export interface GenericColumns {
  isActive: boolean;
  createdAt: string;
  updatedAt: string | null;
}

/** Columns of the generic fields (docs/specification.md section 3); documents without createdAt count as created when the store says. */
export function genericColumns(document: StoredDocument): GenericColumns {
  return {
    isActive: readBoolean(document.data, 'isActive', true),
    createdAt: readTimestamp(document.data, 'createdAt') ?? microsToIso(document.createdVersion) ?? '1970-01-01T00:00:00.000000Z',
    updatedAt: readTimestamp(document.data, 'updatedAt'),
  };
}

/** Declares the columns of `genericColumns` in a projection. */
export const GENERIC_COLUMNS = { isActive: 'boolean', createdAt: 'timestamptz', updatedAt: 'timestamptz' } as const;
