import type { FormBase } from '../domain/conflict.ts';
import { BASE_CONTROL, KEEP_PREFIX, keptNames, readBase } from '../domain/form-base.ts';
import { formText, valuesByName } from '../domain/form-text.ts';
import type { CatalogDefinition, CatalogField } from './definition.ts';
import { CONFIRMED_CONTROL, readConfirmed } from '../domain/question.ts';
import { KINDS } from './kinds.ts';

/** Form controls that are not fields of the record. */
const FORM_CONTROLS: ReadonlySet<string> = new Set(['formToken', 'version', 'intent', BASE_CONTROL, CONFIRMED_CONTROL]);

export interface RecordForm {
  formToken: string;
  version: string;
  /** What the form was opened with. */
  base: FormBase | null;
  /** Which button was pressed. */
  intent: string;
  /** Fields for which the stored value was chosen on the conflict screen. */
  keepStored: string[];
  /** Changes that the person has confirmed. */
  confirmed: string[];
  /** Values by control name, typed where the text allows it; validation says what is wrong with the rest. */
  values: Record<string, unknown>;
}

/** Reads what a record form sends. It never throws: text that is no number stays text and is refused by the schema. */
export function readRecordForm(definition: CatalogDefinition, form: FormData): RecordForm {
  const fields = new Map(definition.fields.map((field) => [field.name, field]));
  const values: Record<string, unknown> = {};
  for (const [name, given] of valuesByName(form)) {
    const field = fields.get(name);
    if (field) values[name] = readControl(field, given);
    else if (!name.startsWith(KEEP_PREFIX) && !FORM_CONTROLS.has(name)) values[name] = given;
  }
  return {
    formToken: formText(form, 'formToken'),
    version: formText(form, 'version'),
    intent: formText(form, 'intent'),
    base: readBase(form),
    keepStored: keptNames(form),
    confirmed: readConfirmed(formText(form, CONFIRMED_CONTROL)),
    values,
  };
}

function readControl(field: CatalogField, given: readonly FormDataEntryValue[]): unknown {
  // A checkbox stands behind a hidden `false` of the same name, so the last value counts.
  const last = given.at(-1);
  if (typeof last !== 'string') return last;
  const { parse } = KINDS[field.kind];
  return parse ? parse(last, field) : last;
}
