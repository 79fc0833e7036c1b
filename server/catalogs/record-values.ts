import type { RecordValues } from '../domain/conflict.ts';
import type { Field } from '../records/fields.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { formatDate } from '../domain/dates.ts';
import { checkValues, initialValues, invalidRecord, readValues, tryValues, withoutUndefined } from '../records/record-fields.ts';
import type { CatalogDefinition } from './definition.ts';

/** What a stored document holds in the catalog's fields. */
export function readStoredValues(definition: CatalogDefinition, data: Fields, id = ''): RecordValues {
  return readValues(definition.fields, data, id);
}

/** All fields of a new record; fields left out take their initial value. Throws `invalid-input` with errors by field. */
export function validateNewValues(definition: CatalogDefinition, given: Readonly<Record<string, unknown>>): RecordValues {
  const fields = givenFields(definition);
  return checkValues(fields, { ...initialValues(fields), ...withoutUndefined(given) }, (values, problems) => {
    for (const [name, texts] of Object.entries(definition.check?.(withoutUndefined(values)) ?? {})) problems[name] = [...texts];
    return {};
  });
}

/** What the server itself writes into a new record. */
export function creationValues(definition: CatalogDefinition, now: Date): RecordValues {
  return Object.fromEntries(
    definition.fields.filter((field) => field.kind === 'creation-day').map((field) => [field.name, formatDate(now)]),
  );
}

/**
 * The given values alone. Throws `invalid-input` with errors by field; those of rules over several fields among them, where any field is
 * wrong by itself: all is told at once.
 * @param readCurrent what is stored, for what is not given
 */
export async function validateGivenValues(
  definition: CatalogDefinition,
  given: Readonly<Record<string, unknown>>,
  readCurrent: () => Promise<RecordValues>,
): Promise<RecordValues> {
  const { values, problems } = tryValues(givenFields(definition), given);
  if (Object.keys(problems).length === 0) return values;
  const known = Object.entries({ ...(await readCurrent()), ...values }).filter(([name]) => !Object.hasOwn(problems, name));
  throw invalidRecord({ ...definition.check?.(Object.fromEntries(known)), ...problems });
}

/** Fields that people fill in. */
function givenFields(definition: CatalogDefinition): readonly Field[] {
  const { fields } = definition;
  // The same list again, for what is known of it.
  return fields.some(({ kind }) => kind === 'creation-day') ? fields.filter(({ kind }) => kind !== 'creation-day') : fields;
}

/** Rules over several fields, on the record as it would be stored. */
export function requireConsistency(definition: CatalogDefinition, values: RecordValues): void {
  const errors = definition.check?.(withoutUndefined(values)) ?? {};
  if (Object.keys(errors).length > 0) throw invalidRecord(errors);
}
