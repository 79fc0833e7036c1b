import { z } from 'zod';
import { tidyLine, tidyText, tidyWithin } from '../domain/tidy-text.ts';
import { invalidDayMessage } from '../domain/not-a-day.ts';
import { isPhone, invalidPhoneMessage, PHONE_MAX } from '../domain/phone.ts';
import type { FormValue } from '../domain/conflict.ts';
import type { ConstantListId } from '../domain/constants.ts';
import type { FieldDescription, FieldKind } from '../domain/fields.ts';
import { formatFileSize } from '../domain/file-size.ts';
import { isPicturePath } from '../domain/images.ts';
import { optionNamed } from '../domain/names.ts';
import { formatCount, formatRate } from '../domain/text.ts';
import { explainInvalidNumber, type Unit } from '../domain/counted-numbers.ts';
import { isDocumentId, LONGEST_ID } from '../platform/document-id.ts';
import type { Fields, FieldValue } from '../ports/documents/document-store.ts';
import { readId, readInteger, readText, readTextList, readTimestamp } from '../read-model/field-readers.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import { BYTES, TIME, type Column } from '../read-model/table.ts';

/**
 * Everything known about one field of a document. Its value, column, form control and label in form, conflict and audit are derived from it
 * (record-fields.ts), so that nothing is declared twice.
 */
export interface Field<Name extends string = string, Value extends FormValue = FormValue> extends FieldDescription {
  name: Name;
  initial: Value;
  /** Validates and normalises one typed value (not form text), with Spanish messages. Stays on the server. */
  schema: z.ZodType<Value>;
  /** Reads a stored document leniently, where the kind alone does not say how; `id` is the document's. */
  read?: (data: Fields, id: string) => Value;
  /** The value as stored in the document, where its shape differs. */
  store?(this: void, value: Value): FieldValue;
  /** Column of the table, where its shape differs. */
  column?: Column;
  /** Name of the field that receives the second of two coordinates pasted into this one. */
  second?: string;
  /** Unit of a number: people may type it, or a unit that converts to it, after the number. */
  unit?: Unit;
  /** Name of a stored flag: the publishing window switched this field off and will switch it on again, so that it reads as on. */
  waits?: string;
  /** Text shown for a stored value that is not readable itself. */
  say?(this: void, value: Value): string;
  /** Source of the names of the records whose ids it holds, if they have no `catalog`. */
  names?: ChoiceSource;
  /** The parts of its items, where they are maps: for the audit. */
  parts?: readonly Field[];
  /** Maintenance constants that supply its values, or the validators of extra fields. */
  constants?: ConstantListId;
}

/**
 * Argument of the functions below, one per kind of field. Each returns the field with its validation, so that HTML constraints and server
 * rules use the same numbers. Every message names the field and says what to do.
 */
export interface Facts<Name extends string = string> {
  name: Name;
  label: string;
  required?: boolean;
  help?: string;
  example?: string;
  section?: string;
  list?: FieldDescription['list'];
  filter?: boolean;
  export?: boolean;
}

/**
 * `maxLength` in characters. Only the server checks it: with the attribute of that name a browser silently cuts what is pasted.
 */
type TextFacts<Name extends string> = Facts<Name> & { maxLength?: number };

const TEXT_MAX = 200;
const LONG_TEXT_MAX = 4000;
const LIST_MAX_ITEMS = 50;
const WORD_MAX = 60;
const LINK_MAX = 2000;
/** Includes lone surrogates, which no store accepts. */
export const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
const ONE_LINE = { tidy: tidyLine, forbidden: CONTROL_CHARACTERS };
const SEVERAL_LINES = { tidy: tidyText, forbidden: /[^\P{Cc}\n]|\p{Cs}/u };

export function text<const Name extends string>({ maxLength = TEXT_MAX, ...facts }: TextFacts<Name>): Field<Name, string> {
  return field('text', facts, '', stringSchema(facts, maxLength));
}

export function longText<const Name extends string>({ maxLength = LONG_TEXT_MAX, ...facts }: TextFacts<Name>): Field<Name, string> {
  return field('long-text', facts, '', stringSchema(facts, maxLength, SEVERAL_LINES));
}

export function phone<const Name extends string>(facts: Facts<Name>): Field<Name, string> {
  const schema = stringSchema(facts, PHONE_MAX).refine(isPhone, { error: ({ input }) => invalidPhoneMessage(facts.label, String(input)) });
  return field('phone', facts, '', schema);
}

export function integer<const Name extends string>(
  facts: Facts<Name> & { min: number; max: number; initial?: number } & Pick<Field, 'unit'>,
): Field<Name, number | null> {
  const schema = numberSchema(facts).refine(
    (value) => value === null || Number.isInteger(value),
    `«${facts.label}» debe ser un número entero.`,
  );
  return field('integer', { ...facts, step: 1 }, facts.initial ?? null, schema);
}

/** `step` is the finest precision that people type, e.g. 0.000001 for coordinates. */
export function decimal<const Name extends string>({
  second,
  ...facts
}: Facts<Name> & { min: number; max: number; step: number } & Pick<Field, 'isPercent' | 'second' | 'unit'>): Field<Name, number | null> {
  const described = field<Name, number | null>('decimal', facts, null, numberSchema(facts));
  return { ...described, ...(second !== undefined && { second }), ...(facts.isPercent && { say: formatRate }) };
}

/**
 * `words`: the labels of true and false in list, filter and export. True on creation (docs/specification.md section 4) unless `initial`
 * says otherwise. A missing stored value reads as on creation.
 */
export function flag<const Name extends string>({
  words: [yes, no],
  waits,
  initial = true,
  ...facts
}: Omit<Facts<Name>, 'required'> & {
  words: readonly [string, string];
  initial?: boolean;
  waits?: string;
}): Field<Name, boolean> {
  const schema = z.boolean(`Elija «${yes}» o «${no}» en «${facts.label}».`);
  const options = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  const described = field<Name, boolean>('flag', { ...facts, required: true, options }, initial, schema);
  return { ...described, ...(waits && { waits }) };
}

export function choice<const Name extends string>(
  facts: Facts<Name> & { options: readonly { value: string; label: string }[] },
): Field<Name, string> {
  const values = facts.options.map((option) => option.value);
  const message = `Elija una opción de «${facts.label}».`;
  const schema = z.string(message).refine((value) => values.includes(value) || (value === '' && !facts.required), message);
  return field('choice', facts, '', schema);
}

/** One of a few words; any other stored value reads as the first. */
export function oneOf<const Name extends string, Option extends string>({
  words,
  ...facts
}: Facts<Name> & { words: Readonly<Record<Option, string>> }): Field<Name, Option> {
  const options = Object.entries<string>(words).map(([value, label]) => ({ value: value as Option, label }));
  const values = options.map(({ value }) => value) as [Option, ...Option[]];
  const schema = z.enum(values, `Elija una de las opciones de «${facts.label}».`);
  return {
    ...field<Name, Option>('choice', { ...facts, options }, values[0], schema),
    read: (data) => {
      const stored = optionNamed(options, readText(data, facts.name));
      return values.find((value) => value === stored) ?? values[0];
    },
  };
}

/** A whole number that is never null: one out of bounds reads as the nearest bound, a value that is not a number as `initial`. */
export function count<const Name extends string>(
  facts: Facts<Name> & { min: number; max: number; initial: number } & Pick<Field, 'unit'>,
): Field<Name, number> {
  const { min, max, initial, label, name } = facts;
  const sentence = `«${label}» debe ser un número entero de ${min} a ${max}.`;
  return {
    ...field<Name, number>('integer', { ...facts, step: 1 }, initial, z.int(sentence).min(min, sentence).max(max, sentence)),
    read: (data) => Math.min(Math.max(readInteger(data, name, initial), min), max),
  };
}

/** Ids of records of another kind, without repeats; stored values that cannot be ids are left out. */
export function ids<const Name extends string>({
  names,
  ...facts
}: Facts<Name> & { maxItems: number; names: ChoiceSource }): Field<Name, readonly string[]> {
  const { maxItems, label, name } = facts;
  const schema = z
    .array(z.string(), `«${label}» debe ser una lista.`)
    .transform((chosenIds) => [...new Set(chosenIds.filter((id) => id !== ''))])
    .refine((chosen) => chosen.length <= maxItems, `«${label}» admite hasta ${maxItems}.`)
    .refine((chosen) => chosen.every(isDocumentId), `Elija de la lista en «${label}».`);
  return {
    ...field<Name, readonly string[]>('ids', facts, [], schema),
    names,
    read: (data) => [...new Set(readTextList(data, name).filter(isDocumentId))].slice(0, maxItems),
  };
}

/** The size of a file, 0 where it is not stored. Never in a form. */
export function bytes<const Name extends string>(facts: Facts<Name>): Field<Name, number> {
  return {
    ...field('integer', facts, 0, z.int().min(0)),
    read: (data) => BYTES.read(data, facts.name),
    column: BYTES,
    say: formatFileSize,
  };
}

/** A calendar day, stored as 'YYYY-MM-DD'; '' when optional and not known. */
export function date<const Name extends string>(facts: Facts<Name>): Field<Name, string> {
  const dayError = { error: ({ input }: { input?: unknown }) => invalidDayMessage(facts.label, typeof input === 'string' ? input : '') };
  const day = z.iso.date(dayError);
  const requiredText = z.string(`Complete «${facts.label}».`).min(1, `Complete «${facts.label}».`);
  return field('date', facts, '', facts.required ? requiredText.pipe(day) : z.union([z.literal(''), day], dayError));
}

/** The day on which the record was created, in Guatemala, as `19/11/2026`: written by createRecord, never by a form. */
export function creationDay<const Name extends string>(facts: Omit<Facts<Name>, 'required'>): Field<Name, string> {
  return field('creation-day', facts, '', z.string());
}

/** A record of another catalog, stored by its id; '' for none. `catalog` is a collection of the same database. */
export function reference<const Name extends string>(facts: Facts<Name> & { catalog: string }): Field<Name, string> {
  return field('reference', facts, '', stringSchema(facts, LONGEST_ID));
}

/** One record of another kind by its id, which programs write as text, map or path; '' for none. */
export function recordId<const Name extends string>({ names, ...facts }: Facts<Name> & { names: ChoiceSource }): Field<Name, string> {
  const schema = z.string().refine((id) => id === '' || isDocumentId(id), `Elija de la lista en «${facts.label}».`);
  return { ...field('reference', facts, '', schema), names, read: (data) => readId(data, facts.name) };
}

/** When something was done to a record, as ISO text; null before. Written by acts, never by a form. */
export function moment<const Name extends string>(facts: Omit<Facts<Name>, 'required'>): Field<Name, string | null> {
  const described = field<Name, string | null>('text', facts, null, z.string().nullable());
  return { ...described, read: (data) => readTimestamp(data, facts.name), column: TIME };
}

/** The address of a page or video; '' for none. */
export function link<const Name extends string>(facts: Facts<Name>): Field<Name, string> {
  return addressField('link', facts, `Escriba en «${facts.label}» una dirección completa, que empiece con https://`);
}

/** The address of one picture, usually of one that was uploaded here; '' for none. */
export function image<const Name extends string>(facts: Facts<Name>): Field<Name, string> {
  return addressField('image', facts, `Cargue una imagen en «${facts.label}» o escriba una dirección que empiece con https://`);
}

function addressField<Name extends string>(kind: FieldKind, facts: Facts<Name>, message: string): Field<Name, string> {
  const schema = stringSchema(facts, LINK_MAX).refine((value) => value === '' || isFileAddress(value), message);
  return field(kind, facts, '', schema);
}

/** A file extension, as people type it: `pdf`. */
const EXTENSION = /^[a-z0-9]{1,10}$/;

/** File extensions, one per line; stored in lower case, without dot and repeats. */
export function extensions<const Name extends string>({
  constants,
  ...facts
}: Facts<Name> & Pick<Field, 'constants'> & { maxItems?: number }): Field<Name, readonly string[]> {
  const ending = wordSchema().refine(
    (value) => EXTENSION.test(value),
    `Escriba en «${facts.label}» una extensión por línea: hasta 10 letras sin tilde o números, como pdf.`,
  );
  return { ...listField<Name>('words', facts, ending), ...(constants && { constants }) };
}

/** Short words of letters and digits, stored in lower case without repeats. */
export function words<const Name extends string>(facts: Facts<Name> & { maxItems?: number }): Field<Name, readonly string[]> {
  const word = wordSchema().refine(
    (value) => value.length <= WORD_MAX && /^[\p{L}\p{N}_-]+$/u.test(value),
    `Escriba en «${facts.label}» una palabra por línea, solo con letras y números.`,
  );
  return listField('words', facts, word);
}

const wordSchema = () =>
  z.string().transform((value) => tidyWithin(value, WORD_MAX, (text) => text.trim().toLowerCase().replace(/^\./, '')));

/** Addresses of files: https://… or the path of a picture. Anything that could run as script is refused. */
export function links<const Name extends string>(facts: Facts<Name> & { maxItems?: number }): Field<Name, readonly string[]> {
  const link = z
    .string()
    .transform((value) => tidyWithin(value, LINK_MAX, (text) => text.trim()))
    .refine(isFileAddress, `Escriba en «${facts.label}» una dirección por línea que empiece con https:// (o http://).`);
  return listField('links', facts, link);
}

function isFileAddress(value: string): boolean {
  if (value.length > LINK_MAX || /[\s\\\p{Cc}]/u.test(value)) return false;
  if (/^\/[^/]/.test(value)) return isPicturePath(value);
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const address = new URL(value);
  return address.username === '' && address.password === '';
}

function listField<Name extends string>(
  kind: FieldKind,
  facts: Facts<Name> & { maxItems?: number },
  item: z.ZodType<string>,
): Field<Name, readonly string[]> {
  const maxItems = facts.maxItems ?? LIST_MAX_ITEMS;
  const schema = z
    .array(item, `«${facts.label}» debe ser una lista.`)
    .transform((items) => [...new Set(items)])
    .refine((items) => items.length <= maxItems, `«${facts.label}» admite hasta ${maxItems} líneas.`)
    .refine((items) => !facts.required || items.length > 0, `Complete «${facts.label}».`);
  return field(kind, { ...facts, maxItems }, [], schema);
}

function stringSchema(facts: Facts, maxLength: number, { tidy, forbidden } = ONE_LINE) {
  return z
    .string(`Complete «${facts.label}».`)
    .transform((value) => tidyWithin(value, maxLength, tidy))
    .refine((value) => !facts.required || value !== '', `Complete «${facts.label}».`)
    .refine((value) => value.length <= maxLength, { error: `«${facts.label}» admite hasta ${maxLength} caracteres.`, abort: true })
    .refine((value) => !forbidden.test(value), `«${facts.label}» tiene caracteres que no se pueden guardar.`);
}

/** «1 000 000», «13.7». */
const formatLocalNumber = (value: number): string =>
  Number.isInteger(value) ? formatCount(value) : value.toLocaleString('es-GT', { maximumFractionDigits: 20 });

function numberSchema(facts: Facts & { min: number; max: number } & Pick<Field, 'unit'>) {
  const prompt = `Escriba un número en «${facts.label}»${facts.example ? `, por ejemplo ${facts.example}` : ''}.`;
  const number = z
    .number({ error: ({ input }) => `${prompt} ${typeof input === 'string' ? explainInvalidNumber(input, facts.unit) : ''}`.trimEnd() })
    .refine(
      (value) => value >= facts.min && value <= facts.max,
      `«${facts.label}» debe estar entre ${formatLocalNumber(facts.min)} y ${formatLocalNumber(facts.max)}.`,
    );
  return number.nullable().refine((value) => !facts.required || value !== null, `Complete «${facts.label}».`);
}

const DEFAULTS = {
  required: false,
  help: '',
  example: '',
  section: '',
  list: 'shown',
  filter: false,
  export: true,
} as const satisfies Partial<FieldDescription>;

export function field<const Name extends string, Value extends FormValue>(
  kind: FieldKind,
  facts: Facts<Name> & Partial<FieldDescription>,
  initial: Value,
  schema: z.ZodType<Value>,
): Field<Name, Value> {
  return { ...DEFAULTS, ...facts, kind, initial, schema };
}
