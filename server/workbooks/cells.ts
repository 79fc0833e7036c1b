import { existingDay, GUATEMALA_OFFSET_MS, MONTHS, parseDay, parseDayMonthYear } from '../domain/dates.ts';
import type { ColumnKind } from './sheet.ts';

/** Excel's own limit; a longer text makes the whole workbook "damaged". */
export const MAX_CELL_CHARACTERS = 32_767;
const BYTES_PER_MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Excel's serial number of 1970-01-01 in the 1900 date system. */
const EXCEL_EPOCH_OFFSET_DAYS = 25_569;
/** Excel counts days before 1900-03-01 differently, and shows no date after 9999-12-31. */
const MIN_SERIAL = 61;
const MAX_SERIAL = 2_958_466;

export type Primitive = string | number | null;

/**
 * Reduces any value, also a map or list from a document, to what one cell of this kind may show: text, number or nothing. Never an object:
 * exceljs would turn `{formula}` or `{hyperlink}` into a live cell. A value that does not fit its column stays readable as text. Dates
 * become Excel serial numbers of Guatemala wall time.
 */
export function toPrimitive(value: unknown, kind: ColumnKind): Primitive {
  if (value === null || value === undefined || value === '') return null;
  return typedValue(value, kind) ?? toCellText(describe(value));
}

/** As toPrimitive, with months as the serial numbers of their first days. */
export function toCell(value: unknown, kind: ColumnKind): Primitive {
  return (kind === 'month' ? monthSerial(value) : null) ?? toPrimitive(value, kind);
}

function monthSerial(value: unknown): number | null {
  const [name = '', , year] = typeof value === 'string' ? value.split(' ') : [];
  const day = existingDay(Number(year), MONTHS.indexOf(name) + 1, 1);
  return day === null ? null : toSerial(Date.parse(day));
}

/** null for texts, and for values that do not fit the column. */
function typedValue(value: unknown, kind: ColumnKind): number | null {
  switch (kind) {
    case 'text':
    case 'month':
    case 'boolean':
      return null;
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return toNumber(value);
    case 'bytes': {
      const bytes = toNumber(value);
      return bytes === null ? null : bytes / BYTES_PER_MB;
    }
    case 'date': {
      const day = typeof value === 'string' ? (parseDay(value) ?? parseDayMonthYear(value)) : null;
      return day === null ? momentSerial(value, 'day') : toSerial(Date.parse(day));
    }
    case 'datetime':
      return momentSerial(value, 'second');
  }
}

/** A number that a double represents exactly enough; null for anything else (or an id too long to be a number). */
function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : null;
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return null;
  return Number(value);
}

/** An instant as in JSON. Nothing else: `Date.parse` would read `4/5/24` the American way. */
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/;

function momentSerial(value: unknown, precision: 'day' | 'second'): number | null {
  const time =
    value instanceof Date ? value.getTime() : typeof value === 'string' && ISO_INSTANT.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const wall = time + GUATEMALA_OFFSET_MS;
  // Whole seconds: Excel rounds a fraction up to the next minute when it shows minutes.
  return toSerial(precision === 'day' ? Math.floor(wall / DAY_MS) * DAY_MS : Math.floor(wall / 1000) * 1000);
}

function toSerial(wallTime: number): number | null {
  const serial = wallTime / DAY_MS + EXCEL_EPOCH_OFFSET_DAYS;
  return serial >= MIN_SERIAL && serial < MAX_SERIAL ? serial : null;
}

/** Converts the megabytes of a cell to bytes. */
export function bytesOf(megabytes: number): number {
  return Math.round(megabytes * BYTES_PER_MB);
}

/** The instant of a serial number of Guatemala wall time. */
export function wallTimeOfSerial(serial: number): Date {
  return new Date(Math.round((serial - EXCEL_EPOCH_OFFSET_DAYS) * (DAY_MS / 1000)) * 1000 - GUATEMALA_OFFSET_MS);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (Array.isArray(value)) return value.map(describe).join(', ');
  // Maps become JSON text: readable, and just a string for the spreadsheet.
  return typeof value === 'object'
    ? JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
    : '';
}

// XML 1.0 forbids these, and Excel calls a file with them damaged: control characters, two non-characters, lone surrogates.
const NOT_XML = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu;

/** Text for a cell: without characters that break the file, cut at Excel's limit with an ellipsis. */
export function toCellText(text: string): string {
  const clean = text.replace(NOT_XML, '');
  if (clean.length <= MAX_CELL_CHARACTERS) return clean;
  const end = isLowSurrogate(clean.charCodeAt(MAX_CELL_CHARACTERS - 1)) ? MAX_CELL_CHARACTERS - 2 : MAX_CELL_CHARACTERS - 1;
  return `${clean.slice(0, end)}…`;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

// A spreadsheet reads a CSV field as a formula when it starts like this, also after blanks; full-width signs count in East Asian settings
// (OWASP "CSV injection", ASVS 5.0 1.2.10).
const FORMULA_LEAD = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^\p{Cc}/u;
/** `+502 2345-6789`, `+50223456789`: written unchanged, since such a pattern cannot hide arithmetic. */
const PHONE_NUMBER = /^\+\d{1,3}(?: \d{3,4}[ -]\d{3,4}| ?\d{6,12})$/;

/** Whether a spreadsheet could take this text for a formula. International phone numbers are exempt. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_LEAD.test(text) && !PHONE_NUMBER.test(text);
}

/**
 * Text that begins with a letter: a spreadsheet keeps it as text even when edited, so it needs no text format (formats on every cell make a
 * big workbook slower to write and bigger).
 */
export function isPlainText(text: string): boolean {
  const first = text.charCodeAt(0) | 0x20;
  return (first >= 0x61 && first <= 0x7a) || (first >= 0xe0 && first <= 0xff);
}
