import { readMarkup, type MarkupReader } from './read-markup.ts';

/** How a number is displayed; null: unformatted. */
export type CellFormat =
  | { kind: 'date' | 'time' | 'moment' }
  | { kind: 'number'; decimals: number; grouped: boolean; prefix: string; percent: boolean; digits: number };

/** Built-in formats, which workbooks do not define (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: 'h:mm:ss',
};
const MAX_FORMATS = 10_000;
const MAX_CODE_LETTERS = 255;

/** The format of each cell style, by its number. */
export async function readFormats(pieces: AsyncIterable<string>): Promise<(CellFormat | null)[]> {
  const styles = new Styles();
  for await (const read of readMarkup(pieces, styles)) if (read.isTooMuch) break;
  return styles.formats;
}

class Styles implements MarkupReader {
  readonly formats: (CellFormat | null)[] = [];
  readonly #codes = new Map<number, string>(Object.entries(BUILT_IN).map(([id, code]) => [Number(id), code]));
  #isInCells = false;

  get isTooMuch(): boolean {
    return this.formats.length > MAX_FORMATS || this.#codes.size > MAX_FORMATS;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (name === 'numFmt') this.#codes.set(id, attributes['formatCode'] ?? '');
    if (name === 'cellXfs') this.#isInCells = true;
    if (name === 'xf' && this.#isInCells) this.formats.push(parseFormat(this.#codes.get(id) ?? ''));
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCells = false;
  }
}

/** The parts of a format code that matter on a screen; null for the general format and for text only. */
export function parseFormat(code: string): CellFormat | null {
  // Formats for negative numbers and zero follow the first semicolon.
  const positive = code.slice(0, MAX_CODE_LETTERS).split(';', 1)[0] ?? '';
  const prefix = /\[\$([^\]-]*)/.exec(positive)?.[1] ?? /"([^"]*)"/.exec(positive)?.[1] ?? /^\\?Q/.exec(positive)?.[0].slice(-1) ?? '';
  const plain = positive
    .replace(/"[^"]*"/g, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/\\./g, '')
    .toLowerCase();
  const hasDate = /[dy]/.test(plain);
  const hasTime = /[hs]/.test(plain);
  if (hasDate || (plain.includes('m') && !hasTime)) return { kind: hasTime ? 'moment' : 'date' };
  if (hasTime) return { kind: 'time' };
  if (!/[0#]/.test(plain) || plain.includes('e+')) return null;
  const decimals = /\.([0#?]*)/.exec(plain)?.[1]?.length ?? 0;
  const digits = /^0+/.exec(plain)?.[0].length ?? 1;
  return { kind: 'number', decimals, grouped: plain.includes(','), prefix: prefix.trim(), percent: plain.includes('%'), digits };
}

const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet: its calendar has a 29 February 1900, so later days count from the 30th. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A stored number as displayed. @param value as in the file */
export function formatCell(value: string, format: CellFormat | null | undefined, isFrom1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  if (!format) return String(Number(number.toPrecision(12)));
  return format.kind === 'number' ? formatNumber(number, format) : formatDay(number, format.kind, isFrom1904);
}

/** The raw value: dates as displayed, numbers unformatted except for leading zeros of a code (`00123`). */
export function plainCell(value: string, format: CellFormat | null | undefined, isFrom1904: boolean): string {
  if (format && format.kind !== 'number') return formatCell(value, format, isFrom1904);
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const text = String(Number(number.toPrecision(15)));
  return format && number >= 0 ? text.padStart(format.digits, '0') : text;
}

function formatNumber(number: number, { decimals, grouped, prefix, percent, digits }: Extract<CellFormat, { kind: 'number' }>): string {
  const text = Math.abs(percent ? number * 100 : number).toLocaleString('en-US', {
    minimumIntegerDigits: Math.min(digits, 20),
    minimumFractionDigits: Math.min(decimals, 20),
    maximumFractionDigits: Math.min(decimals, 20),
    useGrouping: grouped,
  });
  return `${number < 0 ? '-' : ''}${prefix}${text}${percent ? '%' : ''}`;
}

/** Day and time as they stand in the sheet, without time zone. */
function formatDay(number: number, kind: 'date' | 'time' | 'moment', isFrom1904: boolean): string {
  const moment = new Date((isFrom1904 ? EPOCH_1904 : EPOCH) + Math.round(number * DAY_MS));
  if (Number.isNaN(moment.getTime())) return String(number);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${two(moment.getUTCDate())}/${two(moment.getUTCMonth() + 1)}/${moment.getUTCFullYear()}`;
  const time = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  return { date: day, time, moment: `${day} ${time}` }[kind];
}
