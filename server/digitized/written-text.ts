import { tidyWithin } from '../domain/tidy-text.ts';
import { invalidFields } from '../platform/read-input.ts';

/** Characters that no store accepts in text. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

interface TextRule {
  /** Name of its control. */
  name: string;
  /** Label as the subject of a sentence: `El motivo`. */
  label: string;
  max: number;
  /** Message when it is missing; without one the text may be empty. */
  missing?: string;
}

/** Normalises what a person wrote about a document or package. Errors: `invalid-input` at its control. */
export function readRequiredText(given: string, { name, label, max, missing }: TextRule): string {
  const text = tidyWithin(given, max).replace(UNSTORABLE, '');
  if (text === '' && missing !== undefined) throw invalidFields({ [name]: [missing] }, 'problems');
  if (text.length > max) throw invalidFields({ [name]: [`${label} admite hasta ${max} caracteres.`] }, 'problems');
  return text;
}
