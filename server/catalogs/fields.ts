import { z } from 'zod';
import { tidyWithin } from '../domain/bounded-text.ts';
import { isPhone, notPhone, PHONE_MAX } from '../domain/phone.ts';
import type { CatalogField, CatalogValue, FieldDescription, FieldKind } from './definition.ts';

/**
 * One function per kind of field: it takes the facts and gives the field with its validation, so that HTML constraints
 * and server rules come from the same numbers. Every message names the field and says what to do.
 */
export interface Facts {
  name: string;
  label: string;
  required?: boolean;
  help?: string;
  example?: string;
  section?: string;
  list?: FieldDescription['list'];
  filter?: boolean;
  export?: boolean;
}

const TEXT_MAX = 200;
const LONG_TEXT_MAX = 4000;
const LIST_MAX_ITEMS = 50;
const WORD_MAX = 60;
const LINK_MAX = 2000;
const ID_MAX = 200;
export const CONTROL_CHARACTERS = /\p{Cc}/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\t]/u;

export function text(facts: Facts & { maxLength?: number }): CatalogField {
  const maxLength = facts.maxLength ?? TEXT_MAX;
  return field('text', { ...facts, maxLength }, '', stringSchema(facts, maxLength, CONTROL_CHARACTERS));
}

export function longText(facts: Facts & { maxLength?: number }): CatalogField {
  const maxLength = facts.maxLength ?? LONG_TEXT_MAX;
  return field('long-text', { ...facts, maxLength }, '', stringSchema(facts, maxLength, CONTROL_BUT_LINES));
}

export function phone(facts: Facts): CatalogField {
  const schema = stringSchema(facts, PHONE_MAX, CONTROL_CHARACTERS).refine(isPhone, notPhone(facts.label));
  return field('phone', { ...facts, maxLength: PHONE_MAX }, '', schema);
}

export function integer(facts: Facts & { min: number; max: number; initial?: number }): CatalogField {
  const schema = numberSchema(facts).refine(
    (value) => value === null || Number.isInteger(value),
    `«${facts.label}» debe ser un número entero.`,
  );
  return field('integer', { ...facts, step: 1 }, facts.initial ?? null, schema);
}

/** `step` is the finest difference that people write, e.g. 0.000001 for coordinates. */
export function decimal(facts: Facts & { min: number; max: number; step: number }): CatalogField {
  return field('decimal', facts, null, numberSchema(facts));
}

/**
 * `words`: how true and false read in list, filter and export. True on creation (specification section 4), but for one that
 * some records alone are `born` with.
 */
export function flag({
  words: [yes, no],
  waits,
  born,
  ...facts
}: Omit<Facts, 'required'> & { words: readonly [string, string]; waits?: string; born?: readonly string[] }): CatalogField {
  const schema = z.boolean(`Elija «${yes}» o «${no}» en «${facts.label}».`);
  const options = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
  const described = field('flag', { ...facts, required: born === undefined, options }, born === undefined, schema);
  return { ...described, ...(waits && { waits }), ...(born && { born }) };
}

export function choice(facts: Facts & { options: readonly { value: string; label: string }[] }): CatalogField {
  const values = facts.options.map((option) => option.value);
  const message = `Elija una opción de «${facts.label}».`;
  const schema = z.string(message).refine((value) => values.includes(value) || (value === '' && !facts.required), message);
  return field('choice', facts, '', schema);
}

/** A calendar day, stored as 'YYYY-MM-DD'; '' when optional and not known. */
export function date(facts: Facts): CatalogField {
  const message = `Escriba una fecha que exista en «${facts.label}».`;
  const day = z.iso.date(message);
  return field('date', facts, '', facts.required ? day : z.union([z.literal(''), day], message));
}

/** The day on which the record was created, in Guatemala, as `19/11/2026`: written by createRecord, never by a form. */
export function creationDay(facts: Omit<Facts, 'required'>): CatalogField {
  return field('creation-day', facts, '', z.string());
}

/** A record of another catalog, stored by its id; '' for none. `catalog` is a collection of the same database. */
export function reference(facts: Facts & { catalog: string }): CatalogField {
  return field('reference', facts, '', stringSchema(facts, ID_MAX, CONTROL_CHARACTERS));
}

/** The address of a page or video; '' for none. */
export function link(facts: Facts): CatalogField {
  return addressField('link', facts, `Escriba en «${facts.label}» una dirección completa, que empiece con https://`);
}

/** The address of one picture, usually of one that was uploaded here; '' for none. */
export function image(facts: Facts): CatalogField {
  return addressField('image', facts, `Cargue una imagen en «${facts.label}» o escriba una dirección que empiece con https://`);
}

function addressField(kind: FieldKind, facts: Facts, message: string): CatalogField {
  const schema = stringSchema(facts, LINK_MAX, CONTROL_CHARACTERS).refine((value) => value === '' || isFileAddress(value), message);
  return field(kind, { ...facts, maxLength: LINK_MAX }, '', schema);
}

/** The ending of a file's name, as people write it: `pdf`. */
const EXTENSION = /^[a-z0-9]{1,10}$/;

/** Endings of file names, one per line; kept in lower case, without dot and repeats. */
export function extensions({ constants, ...facts }: Facts & Pick<CatalogField, 'constants'> & { maxItems?: number }): CatalogField {
  const ending = wordSchema().refine(
    (value) => EXTENSION.test(value),
    `Escriba en «${facts.label}» una extensión por línea: hasta 10 letras sin tilde o números, como pdf.`,
  );
  return { ...listField('words', facts, ending), ...(constants && { constants }) };
}

/** Short words of letters and digits, kept in lower case without repeats. */
export function words(facts: Facts & { maxItems?: number }): CatalogField {
  const word = wordSchema().refine(
    (value) => value.length <= WORD_MAX && /^[\p{L}\p{N}_-]+$/u.test(value),
    `Escriba en «${facts.label}» una palabra por línea, solo con letras y números.`,
  );
  return listField('words', facts, word);
}

const wordSchema = () =>
  z.string().transform((value) => tidyWithin(value, WORD_MAX, (text) => text.trim().toLowerCase().replace(/^\./, '')));

/** Addresses of files: https://… or a path of this portal. Anything that could run as script is refused. */
export function links(facts: Facts & { maxItems?: number }): CatalogField {
  const link = z
    .string()
    .transform((value) => tidyWithin(value, LINK_MAX, (text) => text.trim()))
    .refine(isFileAddress, `Escriba en «${facts.label}» una dirección por línea que empiece con https:// (o http://).`);
  return listField('links', facts, link);
}

function isFileAddress(value: string): boolean {
  if (value.length > LINK_MAX || /[\s\\\p{Cc}]/u.test(value)) return false;
  if (/^\/[^/]/.test(value)) return true;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const address = new URL(value);
  return address.username === '' && address.password === '';
}

function listField(kind: FieldKind, facts: Facts & { maxItems?: number }, item: z.ZodType<string>): CatalogField {
  const maxItems = facts.maxItems ?? LIST_MAX_ITEMS;
  const schema = z
    .array(item, `«${facts.label}» debe ser una lista.`)
    .transform((items) => [...new Set(items)])
    .refine((items) => items.length <= maxItems, `«${facts.label}» admite hasta ${maxItems} líneas.`)
    .refine((items) => !facts.required || items.length > 0, `Complete «${facts.label}».`);
  return field(kind, { ...facts, maxItems }, [], schema);
}

function stringSchema(facts: Facts, maxLength: number, forbidden: RegExp) {
  return z
    .string(`Complete «${facts.label}».`)
    .transform((value) => tidyWithin(value, maxLength))
    .refine((value) => !facts.required || value !== '', `Complete «${facts.label}».`)
    .refine((value) => value.length <= maxLength, { error: `«${facts.label}» admite hasta ${maxLength} caracteres.`, abort: true })
    .refine((value) => !forbidden.test(value), `«${facts.label}» tiene caracteres que no se pueden guardar.`);
}

function numberSchema(facts: Facts & { min: number; max: number }) {
  const number = z
    .number(`«${facts.label}» debe ser un número.`)
    .refine((value) => value >= facts.min && value <= facts.max, `«${facts.label}» debe estar entre ${facts.min} y ${facts.max}.`);
  return number.nullable().refine((value) => !facts.required || value !== null, `Complete «${facts.label}».`);
}

const USUAL = {
  required: false,
  help: '',
  example: '',
  section: '',
  list: 'shown',
  filter: false,
  export: true,
} as const satisfies Partial<FieldDescription>;

export function field(
  kind: FieldKind,
  facts: Facts & Partial<FieldDescription>,
  initial: CatalogValue,
  schema: z.ZodType<CatalogValue>,
): CatalogField {
  return { ...USUAL, ...facts, kind, initial, schema };
}
