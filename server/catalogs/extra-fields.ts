import type { FormValue, RecordValues } from '../domain/conflict.ts';
import { z } from 'zod';
import type { DocumentTransaction, Fields, FieldValue } from '../ports/documents/document-store.ts';
import { isList, isPlainMap } from '../ports/documents/document-values.ts';
import { tidyWithin } from '../domain/tidy-text.ts';
import {
  EXTRA_FIELD_KINDS,
  EXTRA_FIELD_LIMITS,
  extraFieldErrors,
  isExtraField,
  keyOf,
  needsOptions,
  mayHaveOptions,
  type ExtraField,
} from '../domain/extra-fields.ts';
import { addressOf, entriesAsStored, readEntries } from '../read-model/field-readers.ts';
import { isEmpty } from '../read-model/unread.ts';
import { readConstantsOf } from './field-constants.ts';
import { extraFieldsIn, type CatalogDefinition } from './definition.ts';
import { choice, CONTROL_CHARACTERS, type Facts, type Field, field, flag, text } from '../records/fields.ts';
import { invalidRecord, withoutUndefined } from '../records/record-fields.ts';

const { fields: FIELDS_MAX, options: OPTIONS_MAX, key: KEY_MAX, label: LABEL_MAX, option: OPTION_MAX } = EXTRA_FIELD_LIMITS;

/**
 * Typed fields that a record adds to other records. Error paths are `<name>.<row>.<part>`. Checks against stored fields and existing
 * validators run inside the transaction (requireExtraFields).
 */
export function extraFields(facts: Omit<Facts, 'required' | 'filter'> & Required<Pick<Field, 'constants'>>): Field {
  const { constants, ...described } = facts;
  const list = z
    .array(entrySchema(), `«${facts.label}» no se pudo leer: escriba una línea por campo, o una lista JSON.`)
    .transform(withKeys)
    .refine((entries) => entries.length <= FIELDS_MAX, `«${facts.label}» admite hasta ${FIELDS_MAX} campos.`)
    .superRefine((entries, context) => {
      for (const [path, message] of inconsistencies(entries)) context.addIssue({ code: 'custom', path, message });
    });
  return { ...field('extra-fields', { ...described, maxItems: FIELDS_MAX }, [], list), constants, parts: PARTS };
}

const PARTS = [
  text({ name: 'clave', label: 'Clave' }),
  text({ name: 'etiqueta', label: 'Etiqueta' }),
  choice({ name: 'tipo', label: 'Tipo', options: EXTRA_FIELD_KINDS }),
  flag({ name: 'obligatorio', label: 'Obligatorio', words: ['Sí', 'No'] }),
  text({ name: 'validador', label: 'Validador' }),
  text({ name: 'opciones', label: 'Opciones' }),
];

function entrySchema(): z.ZodType<ExtraField, unknown> {
  return z.strictObject(
    {
      // Not normalised: it may be a stored key, under which documents hold values.
      clave: line(KEY_MAX, 'La clave', (text) => text).default(''),
      etiqueta: line(LABEL_MAX, 'La etiqueta').refine((text) => text !== '', 'Escriba la etiqueta.'),
      tipo: line(KEY_MAX, 'El tipo').default('texto'),
      obligatorio: z.boolean('Escriba «sí» o «no» en «Obligatorio».').default(false),
      validador: line(KEY_MAX, 'El validador').default(''),
      opciones: z
        .array(
          line(OPTION_MAX, 'Cada opción').refine((text) => text !== '', 'Hay una opción vacía.'),
          'Las opciones deben ser una lista.',
        )
        .max(OPTIONS_MAX, `Un campo admite hasta ${OPTIONS_MAX} opciones.`)
        .default([]),
    },
    { error: 'Escriba cada campo así: clave; etiqueta; tipo; sí/no; validador; opciones separadas por «|».' },
  );
}

function line(max: number, name: string, tidy: (text: string) => string = (text) => tidyWithin(text, max)) {
  return z
    .string(`${name} debe ser un texto.`)
    .transform(tidy)
    .refine((text) => text.length <= max, { error: `${name} admite hasta ${max} caracteres.`, abort: true })
    .refine((text) => !CONTROL_CHARACTERS.test(text), `${name} tiene caracteres que no se pueden guardar.`);
}

/** Gives a field without a key a unique one, derived from its label. */
function withKeys(entries: readonly ExtraField[]): ExtraField[] {
  const usedKeys = new Set(entries.map(({ clave }) => clave));
  return entries.map((entry) => {
    if (entry.clave !== '') return entry;
    const wanted = keyOf(entry.etiqueta) || 'campo';
    let clave = wanted;
    for (let count = 2; usedKeys.has(clave); count += 1) clave = `${wanted.slice(0, KEY_MAX - 4)}_${count}`;
    usedKeys.add(clave);
    return { ...entry, clave };
  });
}

/** Errors that concern several parts or fields, with their paths. */
function inconsistencies(entries: readonly ExtraField[]): [path: [number, string], message: string][] {
  const seenKeys = new Set<string>();
  return entries.flatMap((entry, row) => {
    const { clave, opciones } = entry;
    const found: [[number, string], string][] = [];
    if (seenKeys.has(clave)) found.push([[row, 'clave'], `La clave «${clave}» está repetida: cada campo lleva la suya.`]);
    seenKeys.add(clave);
    if (needsOptions(entry) && opciones.length === 0) found.push([[row, 'opciones'], 'Escriba al menos una opción.']);
    if (!mayHaveOptions(entry) && opciones.length > 0)
      found.push([[row, 'opciones'], 'Solo un campo de tipo «Opción» lleva opciones. Quítelas o cambie el tipo.']);
    if (new Set(opciones).size < opciones.length) found.push([[row, 'opciones'], 'Hay opciones repetidas.']);
    return found;
  });
}

/** A value as extra fields; invalid members are left out. */
export function extraFieldsOf(value: FormValue | undefined): readonly ExtraField[] {
  return Array.isArray(value) ? (value as readonly unknown[]).filter(isExtraField) : [];
}

/**
 * Inside the transaction of a save: every validator must exist, and unknown kinds and keys must already be stored. Throws `invalid-input`.
 */
export async function requireExtraFields(
  tx: Pick<DocumentTransaction, 'get'>,
  definition: CatalogDefinition,
  { wanted, current }: { wanted: RecordValues; current: RecordValues | null },
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const extra of extraFieldsIn(definition)) {
    const submitted = extraFieldsOf(wanted[extra.name]);
    if (submitted.length === 0) continue;
    const validators = (await readConstantsOf(tx, extra)).map(({ id }) => id);
    const found = extraFieldErrors(submitted, extraFieldsOf(current?.[extra.name]), validators);
    for (const [place, texts] of Object.entries(found)) errors[`${extra.name}.${place}`] = texts;
  }
  if (Object.keys(errors).length > 0) throw invalidRecord(errors);
}

/**
 * Changed values as stored: members that other programs added to an entry are kept, and so are their forms of pictures and texts. Errors:
 * `invalid-input` for a text that they store in parts, which one text cannot replace.
 */
export function withUnknownMembers(definition: CatalogDefinition, changes: Partial<RecordValues>, stored: Fields): Fields {
  const merged: Record<string, FieldValue> = withoutUndefined(changes);
  for (const { name } of extraFieldsIn(definition)) {
    const [given, before] = [merged[name], stored[name]];
    if (!isList(given)) continue;
    const known = new Map((isList(before) ? before : []).filter(isPlainMap).map((entry) => [entry['clave'], entry]));
    merged[name] = given.map((entry) => (isPlainMap(entry) ? { ...known.get(entry['clave']), ...entry } : entry));
  }
  for (const { name, kind, label } of definition.fields) {
    const [given, before] = [merged[name], stored[name]];
    if (kind === 'links' && isList(given)) merged[name] = entriesAsStored(before, asPictures(given, readEntries(stored, name) ?? []));
    if (kind !== 'long-text' || typeof given !== 'string' || !(isList(before) || isPlainMap(before)) || isEmpty(before)) continue;
    if (!isList(before) || !before.every((line) => typeof line === 'string'))
      throw invalidRecord({ [name]: [`Otro programa guarda «${label}» por partes: no se puede cambiar aquí.`] });
    merged[name] = given.split('\n').filter((line) => line !== '');
  }
  return merged;
}

/** Addresses in the form of the stored gallery; its entries without one stay at its end. */
function asPictures(addresses: readonly FieldValue[], stored: readonly FieldValue[]): FieldValue[] {
  const areMaps = stored.some(isPlainMap);
  const pictures = addresses.map((url) => stored.find((entry) => addressOf(entry) === url) ?? (areMaps ? { url } : url));
  return [...pictures, ...stored.filter((entry) => addressOf(entry) === null && !isEmpty(entry))];
}
