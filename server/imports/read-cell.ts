import { isBlank } from '../domain/tidy-text.ts';
import { formatDay } from '../domain/dates.ts';
import { parseWrittenDay } from '../domain/written-days.ts';
import type { FormValue } from '../domain/conflict.ts';
import type { FieldDescription, FieldOption } from '../domain/fields.ts';
import { splitWithin } from '../domain/bounded-text.ts';
import { comparableName } from '../domain/names.ts';
import { KINDS } from '../records/field-kinds.ts';
import type { Field } from '../records/fields.ts';
import { initialValues, tryValues } from '../records/record-fields.ts';

const TRUE = ['si', 'verdadero', 'true', 'x', '1'];
const FALSE = ['no', 'falso', 'false', '0'];
/** Most options listed in an error; the template has all. */
const NAMED_OPTIONS = 8;
/** Serial days since the end of 1899, from cells without a date format: those of 1954 to 2119. */
const SERIAL_DAY = /^([2-7]\d{4})(?:\.\d+)?$/;
const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The fields by name, as described to this person. */
export type Described = ReadonlyMap<string, FieldDescription>;

/**
 * The cells of a row as values, checked like those of the form, and all their problems. Empty cells change nothing: a new record starts
 * with its form's initial values, an existing one keeps its own.
 */
export function readCells(
  fields: readonly Field[],
  described: Described,
  cells: Readonly<Record<string, string>>,
  { isNew, current }: { isNew: boolean; current: Readonly<Record<string, unknown>> },
): { values: Readonly<Record<string, FormValue>>; problems: string[] } {
  const wrong: Record<string, string> = {};
  const typed: Record<string, unknown> = {};
  for (const field of fields) {
    const text = (cells[field.name] ?? '').trim();
    if (isBlank(text)) continue;
    try {
      typed[field.name] = readCell(field, described.get(field.name), text, current[field.name]);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      wrong[field.name] = error.message;
    }
  }
  const readableFields = Object.keys(wrong).length === 0 ? fields : fields.filter(({ name }) => !(name in wrong));
  const { values, problems } = tryValues(readableFields, isNew ? { ...initialValues(readableFields), ...typed } : typed, current);
  return { values, problems: [...Object.values(wrong), ...Object.values(problems).flat()] };
}

class Mistake extends Error {}

function readCell(field: Field, described: FieldDescription | undefined, text: string, current: unknown): unknown {
  const { kind, label, maxItems = 0 } = field;
  const { parse, parseAll } = KINDS[kind];
  const options = described?.options;
  if (kind === 'flag') return readFlag(text, options ?? []) ?? text;
  if (kind === 'date') return readDay(text) ?? text;
  const choose = (name: string) => heldOption(options ?? [], name, current) ?? chosen(options ?? [], name, label);
  if (kind === 'ids' && options) return splitNames(options, text, maxItems).map(choose);
  if ((kind === 'choice' || kind === 'reference') && options) return choose(text);
  return parseAll ? parseAll([text], field) : parse ? parse(text, field) : text;
}

/** One name per line, or several between commas or semicolons, which a name may hold too. */
function splitNames(options: readonly FieldOption[], text: string, maxItems: number): string[] {
  return splitWithin(text, /\n+/, maxItems).flatMap((line) =>
    namedOptions(options, line).length > 0 ? [line] : splitWithin(line, /[;,]+/, maxItems),
  );
}

/** What the record has already stays, even if it is no longer offered or others have its name. */
function heldOption(options: readonly FieldOption[], text: string, current: unknown): string | undefined {
  const held: readonly unknown[] = [current].flat();
  const isHeld = (id: string) => id !== '' && held.includes(id);
  const named = namedOptions(options, text).find(({ value }) => isHeld(value));
  return named?.value ?? (isHeld(text.trim()) ? text.trim() : undefined);
}

const byName = new WeakMap<readonly FieldOption[], ReadonlyMap<string, readonly FieldOption[]>>();

/** Those with that label, retired ones too. The options are the same for all rows of a file, which may have 50,000. */
function namedOptions(options: readonly FieldOption[], name: string): readonly FieldOption[] {
  const known = byName.get(options) ?? groupByName(options);
  byName.set(options, known);
  return known.get(comparableName(name)) ?? [];
}

function groupByName(options: readonly FieldOption[]): ReadonlyMap<string, readonly FieldOption[]> {
  const groups = new Map<string, FieldOption[]>();
  for (const option of options) {
    const name = comparableName(option.label);
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  return groups;
}

/** Matches by label, else by stored value. */
function chosen(options: readonly FieldOption[], text: string, label: string): string {
  const named = namedOptions(options, text).filter(({ retired }) => retired !== true);
  const [only] = named;
  if (only && named.length === 1) return only.value;
  const known = options.find(({ value, retired }) => value === text.trim() && value !== '' && retired !== true);
  if (known) return known.value;
  if (named.length > 1) throw new Mistake(`«${text}» es el nombre de ${named.length} en «${label}»: escriba el código.`);
  const offered = options.filter(({ retired }) => retired !== true);
  const names = offered.slice(0, NAMED_OPTIONS).map((option) => option.label);
  const more = offered.length > names.length ? ' y otros que están en la hoja «Valores» de la plantilla' : '';
  throw new Mistake(`«${text}» no está entre las opciones de «${label}»${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}.`);
}

function readFlag(text: string, [yes, no]: readonly FieldOption[]): boolean | null {
  const word = comparableName(text);
  if (word === comparableName(yes?.label ?? '') || TRUE.includes(word)) return true;
  return word === comparableName(no?.label ?? '') || FALSE.includes(word) ? false : null;
}

/** Also reads the serial number of a cell without a date format. */
function readDay(text: string): string | null {
  const serial = SERIAL_DAY.exec(text)?.[1];
  if (serial !== undefined) return new Date(DAY_ZERO + Number(serial) * DAY_MS).toISOString().slice(0, 10);
  return parseWrittenDay(text);
}

/** What a person may write in a cell of the field: the words and validators of typed fields have no other name than their code. */
export function offeredTexts({ kind, options = [] }: Pick<FieldDescription, 'kind' | 'options'>): string[] {
  const isCode = kind === 'words' || kind === 'extra-fields';
  return options.filter(({ retired }) => retired !== true).map(({ value, label }) => (isCode ? value : label));
}

/** Example for a cell of the template; '' if the person should look it up. */
export function exampleOf({ kind, label, example, options = [] }: FieldDescription): string {
  if (example !== '') return example;
  const [first] = offeredTexts({ kind, options });
  if (first !== undefined) return first;
  if (kind === 'email') return 'nombre.apellido@ejemplo.com';
  if (kind === 'date') return formatDay('2026-12-31');
  if (kind === 'phone') return '2345-6789';
  if (kind === 'integer' || kind === 'decimal') return '1';
  return kind === 'text' || kind === 'long-text' ? `${label} de ejemplo` : '';
}
