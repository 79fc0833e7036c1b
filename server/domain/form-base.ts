import type { FormBase, FormValue } from './conflict.ts';
import { isExtraField } from './extra-fields.ts';
import { formText, valuesByName } from './form-text.ts';
import { baseText } from './form-value.ts';

/** The hidden control that carries what the form was opened with, so that a save can tell who changed what. */
export const BASE_CONTROL = 'base';
/** Prefix of a field's name, for the choice on the conflict screen: `stored` or `mine`. */
export const KEEP_PREFIX = 'keep.';

/** The data that a record's form sends. */
export interface RecordForm {
  formToken: string;
  version: string;
  /** The values the form was opened with. */
  base: FormBase | null;
  /** The button that was pressed. */
  intent: string;
  /** Changes that the person has confirmed. */
  confirmed: string[];
  /**
   * Values by control name, converted where the text allows it; validation reports the rest. Fields for which the person chose the
   * stored value on the conflict screen are missing: they stay unchanged.
   */
  values: Record<string, unknown>;
  /** The same values for redisplaying the form, including the chosen stored values. */
  shown: Record<string, unknown>;
}

/** JSON survives the round trip exactly, while browsers rewrite line ends of plain values. */
export function writeBase(values: FormBase): string {
  return JSON.stringify(values);
}

/** null when it is missing or not written by our forms. Forging it gains nothing: whoever may save could also overwrite blindly. */
export function readBase(form: FormData): FormBase | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(formText(form, BASE_CONTROL));
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, FormValue] => isFormValue(entry[1])));
}

function isFormValue(value: unknown): value is FormValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') || value.every(isExtraField);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The text the person wants for a control: the stored value where it was chosen on the conflict screen. */
export function chosenText(form: FormData, name: string, base: FormBase | null): string {
  const stored = base?.[name];
  return stored === undefined || !namesKeptAsStored(form).includes(name) ? formText(form, name) : baseText(stored);
}

/** Names of the fields for which the person chose the stored value on the conflict screen. */
export function namesKeptAsStored(form: FormData): string[] {
  return [...valuesByName(form)]
    .filter(([name, values]) => name.startsWith(KEEP_PREFIX) && values.at(-1) === 'stored')
    .map(([name]) => name.slice(KEEP_PREFIX.length));
}
