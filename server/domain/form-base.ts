import type { FormBase, FormValue } from './conflict.ts';
import { isExtraField } from './extra-fields.ts';
import { formText, valuesByName } from './form-text.ts';

/** The hidden control that carries what the form was opened with, so that a save can tell who changed what. */
export const BASE_CONTROL = 'base';
/** Before a field's name: what the person chose on the conflict screen, `stored` or `mine`. */
export const KEEP_PREFIX = 'keep.';

/** What the form of a record sends. */
export interface RecordForm {
  formToken: string;
  version: string;
  /** What the form was opened with. */
  base: FormBase | null;
  /** Which button was pressed. */
  intent: string;
  /** Changes that the person has confirmed. */
  confirmed: string[];
  /**
   * Values by control name, typed where the text allows it; validation says what is wrong with the rest. Without those for which the
   * stored value was chosen on the conflict screen: they stay as they are.
   */
  values: Record<string, unknown>;
  /** The same for the form that comes back: with what was chosen instead. */
  shown: Record<string, unknown>;
}

/** JSON: it comes back exactly, while the browser rewrites line ends of plain values. */
export function writeBase(values: FormBase): string {
  return JSON.stringify(values);
}

/** null for none, or for what none of our forms writes. Forging it gains nothing: whoever may save could also save blindly. */
export function readBase(form: FormData): FormBase | null {
  let given: unknown;
  try {
    given = JSON.parse(formText(form, BASE_CONTROL));
  } catch {
    return null;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, FormValue] => isFormValue(entry[1])));
}

function isFormValue(value: unknown): value is FormValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') || value.every(isExtraField);
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A text control as the person wants it: on the conflict screen, the stored value where that was chosen. */
export function chosenText(form: FormData, name: string, base: FormBase | null): string {
  const stored = base?.[name];
  return stored === undefined || !keptNames(form).includes(name) ? formText(form, name) : baseText(stored);
}

/** A value as a text control holds it. */
export function baseText(value: FormValue): string {
  return isTexts(value) ? value.join('\n') : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** A list of texts; [] for any other value. */
export function textsOf(value: FormValue): string[] {
  return isTexts(value) ? [...value] : [];
}

function isTexts(value: FormValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Names of the fields for which the person chose the stored value on the conflict screen. */
export function keptNames(form: FormData): string[] {
  return [...valuesByName(form)]
    .filter(([name, values]) => name.startsWith(KEEP_PREFIX) && values.at(-1) === 'stored')
    .map(([name]) => name.slice(KEEP_PREFIX.length));
}
