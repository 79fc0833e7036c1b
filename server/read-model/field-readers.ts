import { cutText } from '../domain/bounded-text.ts';
import { dayOf, formatDateTime } from '../domain/dates.ts';
import { parseCoordinates } from '../domain/coordinates.ts';
import { capitalize } from '../domain/grammar.ts';
import { comparableName } from '../domain/names.ts';
import { readWrittenNumber } from '../domain/written-numbers.ts';
import { readWrittenMoment } from '../domain/written-moments.ts';
import type { FieldValue, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';

/**
 * Lenient readers for projections: whatever a document holds, they return a value that its column can store, and never throw. Old documents
 * were written by other programs; a missing row would hide a document from people.
 */
const NOT_STORABLE = /\0|\p{Surrogate}/gu;
/** Longest text of a field that is read from a document: more than twice what our own forms allow. The document keeps all of it. */
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

/** Text unchanged, cut if very long; numbers, booleans and times as text; the fallback for anything else. */
export function readText(data: Fields, field: string, fallback = ''): string {
  return textOf(fieldOf(data, field)) ?? fallback;
}

/** A document path: the part before its first slash is a collection name. A name that contains a slash (`Zona 1/Centro`) is not one. */
const PATH = /^\/?[\w-]+\/[^/]+(?:\/[^/]+\/[^/]+)*$|^projects\/[^/]+\/databases\/[^/]+\/.+$/;

/**
 * A reference to another record: an id as text, in a map, or at the end of a path (as Firestore references are read); the name where a map
 * holds only that. Names are resolved when the row is written (sync/named-records.ts). With `collection`, a path into another collection
 * stays unchanged: the same id there is another record, and it may decide who sees something.
 */
export function readId(data: Fields, field: string, collection?: string): string {
  const value = fieldOf(data, field);
  const text = isPlainMap(value) ? firstText(value, ['id', '_id', 'uid', 'path', 'nombre', 'name', 'title']) : readText(data, field);
  if (!PATH.test(text)) return text;
  const [id = '', own = ''] = text.split('/').reverse();
  return collection === undefined || own === collection ? id : text;
}

function firstText(map: Fields, names: readonly string[]): string {
  return names.map((name) => readText(map, name)).find((text) => text !== '') ?? '';
}

/** One line of text as people read it: a time is formatted. */
export function readLine(data: Fields, field: string): string {
  const value = fieldOf(data, field);
  return value instanceof Date ? formatDateTime(value) : readText(data, field);
}

/** Several lines of text; a list gives one per entry, a map (such as opening hours) one per field. */
export function readLines(data: Fields, field: string): string {
  const value = fieldOf(data, field);
  return isList(value) || isPlainMap(value) ? boundedText(linesOf(value).join('\n')) : readLine(data, field);
}

function linesOf(value: readonly FieldValue[] | Fields): string[] {
  if (isList(value)) return value.map(lineOf).filter((line) => line !== '');
  return inWeekOrder(Object.entries(value)).flatMap(([name, entry]) => {
    const line = lineOf(entry);
    return line === '' ? [] : [`${nameOf(name)}: ${line}`];
  });
}

/** `{abre: '8:00', cierra: '17:00'}` gives `8:00 a 17:00`, any other map its fields in a row. */
function lineOf(value: FieldValue): string {
  if (isList(value)) return value.map(lineOf).join(', ');
  if (!isPlainMap(value)) return value === true ? 'Sí' : value === false ? 'No' : readLine({ value }, 'value').trim();
  const texts = Object.values(value).map(lineOf);
  const isRange = texts.length === 2 && texts.every((text) => /^\d{1,2}[:.h]?\d{0,2}\s*(?:[ap]\.?\s?m\.?)?$/i.test(text));
  return isRange ? texts.join(' a ') : linesOf(value).join(', ');
}

const nameOf = (name: string) => capitalize(name.replaceAll('_', ' '));
const WEEK = ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'];

/** Firestore returns maps sorted by field name: days of the week are put back in order. */
function inWeekOrder(entries: [string, FieldValue][]): [string, FieldValue][] {
  const place = ([name]: [string, FieldValue]) => WEEK.indexOf(comparableName(name).slice(0, 3));
  return entries.every((entry) => place(entry) >= 0) ? entries.sort((a, b) => place(a) - place(b)) : entries;
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

/** Removes what Postgres refuses: NUL and lone surrogates. */
export function storableText(text: string): string {
  return text.replace(NOT_STORABLE, '');
}

const YES: ReadonlySet<string> = new Set('true 1 si s yes y verdadero v activo activa habilitado habilitada vigente on'.split(' '));
const NO: ReadonlySet<string> = new Set('false 0 no n falso f inactivo inactiva deshabilitado deshabilitada baja off'.split(' '));

/** true/false, also as 1/0 or in words of people and programs: `S`, `sí`, `Activo`. `words` are the field's own. */
export function readBoolean(data: Fields, field: string, fallback: boolean, words: readonly string[] = []): boolean {
  const value = fieldOf(data, field);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return fallback;
  const text = comparableName(String(value));
  const [yes, no] = words.map(comparableName);
  if (text === yes || (text !== no && YES.has(text))) return true;
  return text === no || NO.has(text) ? false : fallback;
}

/** As programs write very large and very small numbers. */
const EXPONENTIAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)e[-+]?\d{1,3}$/i;

/**
 * A finite number, also as people write it (`1.234,50`, `Q 1,234.50`); else null. An ambiguous `1,234` is read as thousands, unless only
 * the other reading is within `bounds`.
 */
export function readNumber(data: Fields, field: string, bounds: { min?: number; max?: number } = {}): number | null {
  const value = fieldOf(data, field);
  if (typeof value === 'string' && value.length > SHORT_MAX) return null;
  const number = typeof value !== 'string' ? value : EXPONENTIAL.test(value.trim()) ? Number(value) : readWrittenNumber(value, bounds);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Names of the two coordinates in a map. */
export const COORDINATE_NAMES = {
  latitude: ['latitude', '_latitude', 'lat', 'latitud'],
  longitude: ['longitude', '_longitude', 'lng', 'lon', 'long', 'longitud'],
};

/** One of two coordinates, also where the field holds both: as a point of Firestore, a map or `14.6349, -90.5069`. */
export function readCoordinate(
  data: Fields,
  field: string,
  part: keyof typeof COORDINATE_NAMES,
  bounds: { min?: number; max?: number },
): number | null {
  const value = fieldOf(data, field);
  if (isPlainMap(value))
    return COORDINATE_NAMES[part].map((name) => readNumber(value, name, bounds)).find((number) => number !== null) ?? null;
  const pair = typeof value === 'string' ? parseCoordinates(value) : null;
  return pair ? pair[part === 'latitude' ? 0 : 1] : readNumber(data, field, bounds);
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

/** A list of texts, also written as one text (`a, b; c`, or JSON); entries that are not text are left out. */
export function readTextList(data: Fields, field: string): string[] {
  const value = fieldOf(data, field);
  const list = isList(value) ? value : typeof value === 'string' ? writtenList(value) : [];
  return list.map(textOf).filter((text) => text !== null);
}

/** A list of anything; also stored as a map of 0, 1, 2…, as some programs write lists. undefined for anything else. */
export function readEntries(data: Fields, field: string): readonly FieldValue[] | undefined {
  const value = fieldOf(data, field);
  if (isList(value)) return value;
  return isNumbered(value) ? Object.values(value) : undefined;
}

/** JavaScript puts keys that are whole numbers in order. */
function isNumbered(value: FieldValue | undefined): value is Fields {
  return isPlainMap(value) && Object.keys(value).every((key) => /^\d{1,9}$/.test(key));
}

/** Entries in the form in which they are `stored`: a list, or a map of numbers. */
export function entriesAsStored(stored: FieldValue | undefined, entries: readonly FieldValue[]): FieldValue {
  if (!isNumbered(stored)) return entries;
  const keys = Object.keys(stored);
  const next = Number(keys.at(-1) ?? -1) + 1 - keys.length;
  return Object.fromEntries(entries.map((entry, place) => [keys[place] ?? next + place, entry]));
}

/** A list of addresses, each as text or, as other programs store pictures, in a map with `url`. */
export function readAddresses(data: Fields, field: string): string[] {
  const entries = readEntries(data, field);
  return entries ? entries.flatMap((entry) => addressOf(entry) ?? []) : readTextList(data, field);
}

export function addressOf(entry: FieldValue): string | null {
  return isPlainMap(entry) ? readText(entry, 'url') || null : textOf(entry);
}

function writtenList(written: string): readonly FieldValue[] {
  const text = boundedText(written).trim();
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list as FieldValue[];
    } catch {
      // It only looks like JSON.
    }
  }
  // An address may hold a comma.
  const between = text.includes('://') ? /[\n;]+|,\s*(?=https?:\/\/)/ : /[\n;,]+/;
  return text
    .split(between)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A map as JSON; anything else an empty map. */
export function readMap(data: Fields, field: string): Record<string, unknown> {
  const value = fieldOf(data, field);
  return isPlainMap(value) ? (jsonOf(value, 0) as Record<string, unknown>) : {};
}

/** A list as JSON, with entries of any type; anything else an empty list. */
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
 * A time as ISO text with microseconds. Understands Date, seconds and milliseconds since 1970, the map {seconds, nanoseconds} written by
 * Firestore's own tools, ISO text and times as people write them (domain/written-moments.ts); else null.
 */
export function readTimestamp(data: Fields, field: string): string | null {
  return timestampOf(fieldOf(data, field));
}

/**
 * A calendar day as `YYYY-MM-DD`. Understands a written day and every time that readTimestamp understands (the day in
 * Guatemala); else ''.
 */
export function readDay(data: Fields, field: string): string {
  const value = fieldOf(data, field);
  const written = typeof value === 'string' ? readWrittenMoment(value) : null;
  if (written && 'day' in written) return written.day;
  const at = timestampOf(value);
  return at === null ? '' : dayOf(new Date(at));
}

function timestampOf(value: Value): string | null {
  if (value instanceof Date) return fromMillis(value.getTime());
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'string') return fromText(value);
  if (!isPlainMap(value)) return null;
  const seconds = readNumber(value, 'seconds') ?? readNumber(value, '_seconds');
  const nanoseconds = readNumber(value, 'nanoseconds') ?? readNumber(value, '_nanoseconds') ?? 0;
  if (seconds === null) return null;
  const micros = Math.trunc(seconds) * 1e6 + Math.trunc(nanoseconds / 1e3);
  return Number.isSafeInteger(micros) ? microsToIso(BigInt(micros)) : null;
}

/** Seconds of the years 1973 to 5138; as milliseconds these would be days between January 1970 and March 1973. */
const isSeconds = (number: number) => number >= 1e8 && number < 1e11;

function fromNumber(number: number): string | null {
  return fromMillis(isSeconds(number) ? number * 1e3 : number);
}

function fromText(text: string): string | null {
  const trimmed = text.length > SHORT_MAX ? '' : text.trim();
  if (/^\d{9,13}(?:\.\d{1,6})?$/.test(trimmed)) return fromNumber(Number(trimmed));
  const written = readWrittenMoment(trimmed);
  if (!written) return null;
  if ('micros' in written) return microsToIso(written.micros);
  // A date in ISO form starts at midnight UTC, as in JavaScript; in any other form at midnight in Guatemala.
  const hours = /^\d{4}-/.test(trimmed) ? '00' : '06';
  return `${written.day}T${hours}:00:00.000000Z`;
}

function fromMillis(milliseconds: number): string | null {
  if (milliseconds >= FIRST_MILLIS && milliseconds <= LAST_MILLIS && Number.isInteger(milliseconds))
    return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
  const micros = Math.trunc(milliseconds * 1e3);
  return Number.isSafeInteger(micros) ? microsToIso(BigInt(micros)) : null;
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

/** Columns of the generic fields (docs/specification.md section 3); without createdAt, the store's creation time counts. */
export function genericColumns(document: StoredDocument): GenericColumns {
  return {
    isActive: readBoolean(document.data, 'isActive', true),
    createdAt: readTimestamp(document.data, 'createdAt') ?? microsToIso(document.createdVersion) ?? '1970-01-01T00:00:00.000000Z',
    updatedAt: readTimestamp(document.data, 'updatedAt'),
  };
}

/** Declares the columns of `genericColumns` in a projection. */
export const GENERIC_COLUMNS = { isActive: 'boolean', createdAt: 'timestamptz', updatedAt: 'timestamptz' } as const;
