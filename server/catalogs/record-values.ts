import type { FormBase, RecordValues } from '../domain/conflict.ts';
import type { Field } from '../records/fields.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { isSame } from '../records/content-version.ts';
import { formatDate } from '../domain/dates.ts';
import { checkValues, initialValues, invalidRecord, readValues, tryValues, withoutUndefined } from '../records/record-fields.ts';
import type { CatalogDefinition } from './definition.ts';

/** Reads the catalog's fields from a stored document. */
export function readStoredValues(definition: CatalogDefinition, data: Fields, id = ''): RecordValues {
  return readValues(definition.fields, data, id);
}

/** All fields of a new record; missing fields take their initial value. Throws `invalid-input` with errors by field. */
export function validateNewValues(definition: CatalogDefinition, given: Readonly<Record<string, unknown>>): RecordValues {
  const fields = editableFields(definition);
  return checkValues(fields, { ...initialValues(fields), ...withoutUndefined(given) }, (values, problems) => {
    for (const [name, texts] of Object.entries(definition.check?.(withoutUndefined(values)) ?? {})) problems[name] = [...texts];
    return {};
  });
}

/** Values that the server itself writes into a new record. */
export function creationValues(definition: CatalogDefinition, now: Date): RecordValues {
  return Object.fromEntries(
    definition.fields.filter((field) => field.kind === 'creation-day').map((field) => [field.name, formatDate(now)]),
  );
}

/**
 * Validates only the given values. Throws `invalid-input` with errors by field; if any field is invalid, this includes errors of
 * rules across fields, so that all are reported at once.
 * @param base the values that the form showed, if known
 * @param readCurrent the stored values, for fields that are not given or not changed
 */
export async function validateSubmittedValues(
  definition: CatalogDefinition,
  submitted: Readonly<Record<string, unknown>>,
  base: FormBase | null,
  readCurrent: () => Promise<RecordValues>,
): Promise<RecordValues> {
  const asTyped = tryValues(editableFields(definition), submitted);
  if (Object.keys(asTyped.problems).length === 0) return asTyped.values;
  const current = await readCurrent();
  const { values, problems } = tryValues(editableFields(definition), submitted, base ?? {}, current);
  if (Object.keys(problems).length === 0) return values;
  const known = Object.entries({ ...current, ...values }).filter(([name]) => !Object.hasOwn(problems, name));
  throw invalidRecord({ ...definition.check?.(Object.fromEntries(known)), ...problems });
}

/** Fields that people fill in. */
function editableFields(definition: CatalogDefinition): readonly Field[] {
  const { fields } = definition;
  // Returns the same array when nothing is filtered, because results are cached by it.
  return fields.some(({ kind }) => kind === 'creation-day') ? fields.filter(({ kind }) => kind !== 'creation-day') : fields;
}

/** Checks rules across fields on the record as it would be stored; what already broke one in a field that stays is left as it is. */
export function requireConsistency(
  definition: CatalogDefinition,
  { wanted, current, changed }: { wanted: RecordValues; current: RecordValues; changed: readonly string[] },
): void {
  const before = definition.check?.(withoutUndefined(current)) ?? {};
  const errors = Object.entries(definition.check?.(withoutUndefined(wanted)) ?? {}).filter(
    ([name, texts]) => changed.includes(name) || !isSame(texts, before[name]),
  );
  if (errors.length > 0) throw invalidRecord(Object.fromEntries(errors));
}
