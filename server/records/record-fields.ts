import { z } from 'zod';
import type { DocumentStore, Fields } from '../ports/documents/document-store.ts';
import { fieldText } from '../domain/field-text.ts';
import type { FormValue } from '../domain/conflict.ts';
import type { FieldDescription } from '../domain/fields.ts';
import { errorsByField } from '../platform/errors-by-field.ts';
import { invalidFields } from '../platform/read-input.ts';
import type { Expected } from '../read-model/projection.ts';
import type { Column } from '../read-model/table.ts';
import { isSame } from './content-version.ts';
import { KINDS } from './field-kinds.ts';
import type { Field } from './fields.ts';

/** The form values of a record, by stored name. */
export type ValuesOf<Of extends readonly Field[]> = { [Each in Of[number] as Each['name']]: z.output<Each['schema']> };
/** Typed values before validation. */
export type SubmittedValues = Readonly<Record<string, unknown>>;
type Named<Of extends readonly Field[]> = Of[number]['name'];

/** Reads a stored document leniently: a value that cannot be read is as on a new form. `id` is the document's. */
export function readValues<const Of extends readonly Field[]>(fields: Of, data: Fields, id = ''): ValuesOf<Of> {
  return byName(fields, (field) => readValue(field, data, id)) as ValuesOf<Of>;
}

export function readValue(field: Field, data: Fields, id: string): FormValue {
  return field.read ? field.read(data, id) : KINDS[field.kind].read(data, field);
}

/** The initial form values of a new record. */
export function initialValues<const Of extends readonly Field[]>(fields: Of): ValuesOf<Of> {
  return byName(fields, ({ initial }) => initial) as ValuesOf<Of>;
}

/**
 * Checks and normalises each given value separately. Returns the valid ones, and the problems of the
 * others; an unknown name is a problem too.
 * @param shown the record as the form showed it and as it is stored: a value that was not changed and would be refused is left out, so that
 * what other programs wrote in one field keeps nobody from correcting another
 */
export function tryValues<const Of extends readonly Field[]>(
  fields: Of,
  submitted: SubmittedValues,
  ...shown: readonly SubmittedValues[]
): { values: ValuesOf<Of>; problems: Record<string, string[]> } {
  const schema = schemaOf(fields);
  const result = schema.safeParse(submitted);
  if (result.success) return { values: withoutUndefined(result.data) as ValuesOf<Of>, problems: {} };
  const wrong = new Set(result.error.issues.map(({ path: [name] }) => name));
  const isUnchanged = (name: string) =>
    shown.some((values) => Object.hasOwn(values, name) && isSame(asTyped(submitted[name]), asTyped(values[name])));
  const changed = Object.entries(submitted).filter(([name]) => !(wrong.has(name) && isUnchanged(name)));
  if (changed.length < Object.keys(submitted).length) return tryValues(fields, Object.fromEntries(changed));
  const validEntries = fields.flatMap(({ name }) =>
    Object.hasOwn(submitted, name) && !wrong.has(name) ? [[name, submitted[name]] as const] : [],
  );
  const values = withoutUndefined(schema.parse(Object.fromEntries(validEntries))) as ValuesOf<Of>;
  return { values, problems: errorsIn(fields, result.error) };
}

/** A value as its form sends it back, without what a browser and the rules of a field change in a text that nobody touched. */
export function asTyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTyped);
  // People may not type `1e-7`, but forms show a stored number so.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value;
}

/** Cached per list of fields: building a schema takes far longer than checking a record. */
const schemas = new WeakMap<readonly Field[], z.ZodType<Record<string, FormValue | undefined>>>();

function schemaOf(fields: readonly Field[]): z.ZodType<Record<string, FormValue | undefined>> {
  const known = schemas.get(fields) ?? z.strictObject(byName(fields, ({ schema }) => schema)).partial();
  schemas.set(fields, known);
  return known;
}

/**
 * Checks and normalises the given values; an unknown name is an error, never dropped silently. Errors: `invalid-input` by field.
 * @param rule a check across the fields that are valid by themselves, so that all problems are reported at once: returns replacement
 * values, or adds problems by field
 * @param shown as for tryValues
 */
export function checkValues<const Of extends readonly Field[]>(
  fields: Of,
  given: SubmittedValues,
  rule: (values: Partial<ValuesOf<Of>>, problems: Record<string, string[]>) => Partial<ValuesOf<Of>> = () => ({}),
  ...shown: readonly SubmittedValues[]
): ValuesOf<Of> {
  const { values, problems } = tryValues(fields, given, ...shown);
  // TypeScript cannot assign a mapped type to its own Partial while `Of` is generic.
  const settled = { ...values, ...rule(values as unknown as Partial<ValuesOf<Of>>, problems) };
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
  return settled;
}

/** An error in a list item is keyed by its field; one in extra fields by row and part too. */
function errorsIn(fields: readonly Field[], error: z.ZodError): Record<string, string[]> {
  const extraFieldNames = new Set(fields.filter(({ kind }) => kind === 'extra-fields').map(({ name }) => name));
  return errorsByField(
    error,
    ({ code, message, path }) =>
      code === 'unrecognized_keys' && path.length === 0 ? 'El formulario trae datos que no corresponden. Vuelva a abrirlo.' : message,
    ({ path: [name = '', ...place] }) => [extraFieldNames.has(String(name)) ? [name, ...place].map(String).join('.') : String(name)],
  );
}

export function invalidRecord(fields: Readonly<Record<string, readonly string[]>>) {
  return invalidFields(fields, 'No se guardó. Revise los campos marcados.');
}

/** Values as the document holds them. */
export function storedValues<const Of extends readonly Field[]>(fields: Of, values: Partial<ValuesOf<Of>>): Fields {
  const named = new Map<string, Field>(fields.map((field) => [field.name, field]));
  const store = ([name, value]: [string, FormValue]) => {
    const field = named.get(name);
    return [name, field?.store ? field.store(value) : value];
  };
  return Object.fromEntries(Object.entries<FormValue>(values as Record<string, FormValue>).map(store)) as Fields;
}

/** The columns of the record's table (defineTable). */
export function tableColumns<const Of extends readonly Field[]>(fields: Of) {
  const columnOf = (field: Field): Column => ({
    ...(field.column ?? { type: KINDS[field.kind].column, read: (data) => readValue(field, data, '') }),
    expects: expectedOf(field),
  });
  return byName(fields, columnOf) as { [Each in Of[number] as Each['name']]: Column<z.output<Each['schema']>> };
}

/** Name columns that are not `nombre`. */
const NAME_COLUMNS: Readonly<Record<string, string>> = { usuarios: 'name', permisos_documentos: 'title', roles: 'title' };

/** What the field's column expects of stored documents; undefined where any value of its kind will do. */
export function expectedOf({ kind, names, catalog, options }: Field): Expected | undefined {
  if (kind === 'reference' && names) return { names: { table: names.table, name: names.name } };
  if (kind === 'reference' && catalog !== undefined) return { names: { table: catalog, name: NAME_COLUMNS[catalog] ?? 'nombre' } };
  if (kind === 'date' || kind === 'creation-day') return { isDay: true };
  if (kind === 'flag' && options) return { words: options.map(({ label }) => label) };
  return kind === 'choice' && options ? { options } : undefined;
}

/** Sent to the browser; rules, code and names of stored things stay here. The type demands that it is complete. */
const DESCRIBED: Readonly<Record<keyof FieldDescription, true>> = {
  name: true,
  label: true,
  kind: true,
  required: true,
  help: true,
  example: true,
  section: true,
  list: true,
  filter: true,
  export: true,
  initial: true,
  min: true,
  max: true,
  step: true,
  isPercent: true,
  maxItems: true,
  options: true,
  catalog: true,
  fixed: true,
  recordsUrl: true,
};

export function describeFields(fields: readonly Field[]): FieldDescription[] {
  // TypeScript cannot know that a field without its other members is still a description.
  return fields.map(
    (field) => Object.fromEntries(Object.entries(field).filter(([key]) => key in DESCRIBED)) as unknown as FieldDescription,
  );
}

/** Adds the reason to fields that are read only because other programs store them differently. */
export function withReasons<Of extends FieldDescription>(
  fields: readonly Of[],
  store: Pick<DocumentStore, 'fixed'>,
  collection: string,
): Of[] {
  const reasons = store.fixed?.(collection) ?? {};
  return fields.map((field) => (Object.hasOwn(reasons, field.name) ? { ...field, fixed: reasons[field.name] } : field));
}

export function fieldNamed<const Of extends readonly Field[]>(fields: Of, name: Named<Of>): Of[number] {
  const found = fields.find((field) => field.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Labels by field name, for screens that are not forms. */
export function labelsOf<const Of extends readonly Field[]>(fields: Of) {
  return byName(fields, ({ label }) => label) as { [Each in Named<Of>]: string };
}

/** The values as text, for search. */
export function valueTexts<const Of extends readonly Field[]>(fields: Of, values: ValuesOf<Of>, names: readonly Named<Of>[]): string[] {
  const known: Readonly<Record<string, FormValue>> = values;
  return names.map((name) => fieldText(fieldNamed(fields, name), known[name] ?? null));
}

export function withoutUndefined<Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

function byName<Result>(fields: readonly Field[], make: (field: Field) => Result): Record<string, Result> {
  return Object.fromEntries(fields.map((field) => [field.name, make(field)]));
}
