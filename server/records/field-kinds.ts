import { splitWithin } from '../domain/bounded-text.ts';
import { formatDay } from '../domain/dates.ts';
import { parseWrittenDay, parseWrittenTime } from '../domain/written-days.ts';
import { optionNamed } from '../domain/names.ts';
import { readCountedNumber } from '../domain/counted-numbers.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { isList } from '../ports/documents/document-values.ts';
import { parseExtraFields } from '../domain/extra-field-lines.ts';
import { readExtraFields } from '../domain/extra-fields.ts';
import {
  readAddresses,
  readBoolean,
  readDay,
  readId,
  readInteger,
  readLine,
  readLines,
  readList,
  readMap,
  readNumber,
  readText,
  readTextList,
} from '../read-model/field-readers.ts';
import type { SortColumn } from '../read-model/pages/page-source.ts';
import type { FormValue } from '../domain/conflict.ts';
import type { FieldKind } from '../domain/fields.ts';
import type { Field } from './fields.ts';

/** Properties that depend only on the kind of a field. */
interface Kind {
  column: SortColumn['type'] | 'text[]' | 'jsonb';
  /** A single line, number, day or choice, by which a list can be sorted. */
  sorts?: true;
  /** A text without an index: its row stores it in full. */
  whole?: true;
  /**
   * Reads a stored document leniently: the mobile app and older versions wrote numbers as text and left fields out, and a record that
   * cannot be read cannot be corrected.
   */
  read: (data: Fields, field: Field) => FormValue;
  /** Parses a form control; text that is not a number stays text and is refused by the schema. */
  parse?: (text: string, field: Field) => unknown;
  /** As `parse`, where a form has one control per item. */
  parseAll?: (texts: readonly string[], field: Field) => unknown;
}

const TEXT: Kind = { column: 'text', read: (data, { name }) => readLine(data, name) };
const LINE: Kind = { ...TEXT, sorts: true };
const WHOLE: Kind = { ...TEXT, whole: true };
const LINE_END = /[\r\n]+/;
const LIST: Kind = { column: 'text[]', read: (data, { name }) => readTextList(data, name) };

export const KINDS: Readonly<Record<FieldKind, Kind>> = {
  text: LINE,
  'long-text': { ...WHOLE, read: (data, { name }) => readLines(data, name) },
  email: LINE,
  phone: LINE,
  integer: {
    column: 'integer',
    sorts: true,
    // A required one (an order) that is missing counts as zero.
    read: (data, { name, required }) => (required || readNumber(data, name) !== null ? readInteger(data, name, 0) : null),
    parse: parseNumber,
  },
  decimal: { column: 'double precision', sorts: true, read: (data, field) => readNumber(data, field.name, field), parse: parseNumber },
  flag: {
    column: 'boolean',
    sorts: true,
    read: (data, { name, initial, waits, options = [] }) =>
      readBoolean(
        data,
        name,
        initial === true,
        options.map(({ label }) => label),
      ) ||
      (waits !== undefined && readBoolean(data, waits, false)),
    parse: (text) => (text === 'true' || text === 'on' ? true : text === 'false' ? false : text),
  },
  choice: { ...LINE, read: (data, { name, options = [] }) => optionNamed(options, readText(data, name)) },
  date: { ...LINE, read: (data, { name }) => readDay(data, name), parse: (text) => parseWrittenDay(text) ?? text },
  'creation-day': { ...TEXT, read: (data, { name }) => formatDay(readDay(data, name)) || readText(data, name) },
  words: { ...LIST, parse: (text, { maxItems = 0 }) => splitWithin(text, /[\s,;]+/, maxItems) },
  time: { ...TEXT, parse: (text) => parseWrittenTime(text) ?? text },
  reference: { ...TEXT, read: (data, { name, catalog }) => readId(data, name, catalog) },
  ids: { ...LIST, parseAll: (texts, { maxItems = 0 }) => texts.flatMap((text) => splitWithin(text, LINE_END, maxItems)) },
  lines: { ...LIST, parse: (text, { maxItems = 0 }) => splitWithin(text, LINE_END, maxItems) },
  link: WHOLE,
  image: WHOLE,
  links: {
    ...LIST,
    read: (data, { name }) => readAddresses(data, name),
    // Files list them on one line. An address may hold a comma, but no blank.
    parse: (text, { maxItems = 0 }) => splitWithin(text, /[\r\n]+|, /, maxItems),
  },
  'extra-fields': {
    column: 'jsonb',
    read: (data, { name }) => readExtraFields(isList(data[name]) ? readList(data, name) : readMap(data, name)),
    parse: parseExtraFields,
  },
};

/** Empty gives null; text that is not a number as people write them (readCountedNumber) stays text. */
function parseNumber(value: string, field: Pick<Field, 'max' | 'min' | 'step' | 'unit'>): number | string | null {
  return value.trim() === '' ? null : (readCountedNumber(value, field) ?? value);
}
