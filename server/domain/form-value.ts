import type { FormValue } from './conflict.ts';

/** A value as the text of a control. */
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
