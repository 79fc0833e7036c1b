import { z } from 'zod';
import type { Fields } from '../documents/document-store.ts';
import { formatDate } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { errorsByField } from '../platform/errors-by-field.ts';
import { extraFieldsIn, type CatalogDefinition, type CatalogField, type CatalogValues } from './definition.ts';
import { KINDS } from './kinds.ts';

/** What a stored document holds in the catalog's fields. */
export function readStoredValues(definition: CatalogDefinition, data: Fields, id = ''): CatalogValues {
  return Object.fromEntries(definition.fields.map((field) => [field.name, KINDS[field.kind].read(data, field, id)]));
}

/** All fields of a new record; fields left out take their initial value. Throws `invalid-input` with errors by field. */
export function validateNewValues(definition: CatalogDefinition, given: Readonly<Record<string, unknown>>): CatalogValues {
  const initial = Object.fromEntries(givenFields(definition).map((field) => [field.name, field.initial]));
  const values = validateGivenValues(definition, { ...initial, ...withoutUndefined(given) });
  requireConsistency(definition, values);
  return values;
}

/** What the server itself writes into a new record. */
export function creationValues(definition: CatalogDefinition, now: Date): CatalogValues {
  return Object.fromEntries(
    definition.fields.filter((field) => field.kind === 'creation-day').map((field) => [field.name, formatDate(now)]),
  );
}

/** The given fields alone, normalised; a name that the catalog does not have is an error, never dropped in silence. */
export function validateGivenValues(definition: CatalogDefinition, given: Readonly<Record<string, unknown>>): CatalogValues {
  const shape = Object.fromEntries(givenFields(definition).map((field) => [field.name, field.schema]));
  const result = z.strictObject(shape).partial().safeParse(given);
  if (result.success) return withoutUndefined(result.data);
  // Their errors name the row and the part of it; an item of a list is named by its field.
  const extra = new Set(extraFieldsIn(definition).map(({ name }) => name));
  throw invalidInput(
    definition,
    errorsByField(
      result.error,
      ({ code, message, path }) =>
        code === 'unrecognized_keys' && path.length === 0 ? 'El formulario trae datos que no corresponden. Vuelva a abrirlo.' : message,
      ({ path: [name = '', ...place] }) => [extra.has(String(name)) ? [name, ...place].map(String).join('.') : String(name)],
    ),
  );
}

/** Fields that people fill in. */
function givenFields(definition: CatalogDefinition): CatalogField[] {
  return definition.fields.filter((field) => field.kind !== 'creation-day');
}

/** Rules over several fields, on the record as it would be stored. */
export function requireConsistency(definition: CatalogDefinition, values: CatalogValues): void {
  const errors = definition.check?.(values) ?? {};
  if (Object.keys(errors).length > 0) throw invalidInput(definition, errors);
}

export function invalidInput(definition: CatalogDefinition, fields: Readonly<Record<string, readonly string[]>>): AppError {
  return new AppError('invalid-input', `invalid ${definition.id}: ${Object.keys(fields).join(', ')}`, {
    userMessage: 'No se guardó. Revise los campos marcados.',
    fields,
  });
}

export function withoutUndefined<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
