import { BASE_CONTROL, KEEP_PREFIX, namesKeptAsStored, readBase, type RecordForm } from '../domain/form-base.ts';
import { formText, valuesByName } from '../domain/form-text.ts';
import { parseCoordinates } from '../domain/coordinates.ts';
import { CONFIRMED_CONTROL, readConfirmed } from '../domain/question.ts';
import { KINDS } from './field-kinds.ts';
import type { Field } from './fields.ts';
import { describeFields, initialValues, type ValuesOf } from './record-fields.ts';

/** Form controls that are not fields of the record. */
const FORM_CONTROLS: ReadonlySet<string> = new Set(['formToken', 'version', 'intent', BASE_CONTROL, CONFIRMED_CONTROL]);

/** What a screen needs for the form of a record: its fields, initial values, and a reader of what it sends. */
export function recordForm<const Of extends readonly Field[]>(fields: Of) {
  return { fields: describeFields(fields), empty: initialValues(fields), read: (form: FormData) => readRecordForm(fields, form) };
}

/** Reads what a record form sends. Never throws: text that is not a number stays text and is refused by the schema. */
export function readRecordForm(of: readonly Field[], form: FormData): RecordForm {
  const fields = new Map<string, Field>(of.map((field) => [field.name, field]));
  const base = readBase(form);
  const keptAsStored = new Set(namesKeptAsStored(form));
  const values: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const [name, controlEntries] of valuesByName(form)) {
    const field = fields.get(name);
    if (!field && (name.startsWith(KEEP_PREFIX) || FORM_CONTROLS.has(name))) continue;
    const value = field ? readControl(field, controlEntries) : controlEntries;
    shown[name] = keptAsStored.has(name) && base && name in base ? base[name] : value;
    if (!keptAsStored.has(name)) values[name] = value;
  }
  for (const { name, second } of of) {
    const pair = second !== undefined && typeof values[name] === 'string' ? parseCoordinates(values[name]) : null;
    if (second === undefined || !pair) continue;
    const both = { [name]: pair[0], [second]: pair[1] };
    Object.assign(values, both);
    Object.assign(shown, both);
  }
  return {
    formToken: formText(form, 'formToken'),
    version: formText(form, 'version'),
    intent: formText(form, 'intent'),
    base,
    confirmed: readConfirmed(formText(form, CONFIRMED_CONTROL)),
    values,
    shown,
  };
}

/**
 * Reads these fields alone, from controls whose names begin with `prefix`: for a record that is part of another, and for a form that holds
 * more. Missing fields get their initial values.
 * @param controls of the whole form (valuesByName)
 */
export function readControls<const Of extends readonly Field[]>(
  of: Of,
  controls: ReadonlyMap<string, readonly FormDataEntryValue[]>,
  prefix = '',
): ValuesOf<Of> {
  const submitted = of.flatMap((field): [string, unknown][] => {
    const texts = (controls.get(`${prefix}${field.name}`) ?? []).filter((text) => typeof text === 'string');
    return texts.length === 0 ? [] : [[field.name, readControl(field, texts)]];
  });
  return { ...initialValues(of), ...Object.fromEntries(submitted) };
}

function readControl(field: Field, entries: readonly FormDataEntryValue[]): unknown {
  // A checkbox follows a hidden `false` of the same name, so the last value counts.
  const last = entries.at(-1);
  if (typeof last !== 'string') return last;
  const { parse, parseAll } = KINDS[field.kind];
  if (parseAll)
    return parseAll(
      entries.filter((text) => typeof text === 'string'),
      field,
    );
  return parse ? parse(last, field) : last;
}
