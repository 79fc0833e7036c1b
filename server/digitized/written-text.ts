import { tidyWithin } from '../domain/bounded-text.ts';
import { invalidFields } from '../platform/read-input.ts';

/** What no store keeps as text. */
const NOT_KEPT = /[\0\p{Cs}]/gu;

interface TextRule {
  /** Of its control. */
  name: string;
  /** In sentences: `El motivo`. */
  label: string;
  max: number;
  /** Says what is missing; without it the text may be empty. */
  missing?: string;
}

/** What a person writes about a document or a package, as it is kept. Errors: `invalid-input` at its control. */
export function readWritten(given: string, { name, label, max, missing }: TextRule): string {
  const text = tidyWithin(given, max).replace(NOT_KEPT, '');
  if (text === '' && missing !== undefined) throw invalidFields({ [name]: [missing] }, 'problems');
  if (text.length > max) throw invalidFields({ [name]: [`${label} admite hasta ${max} caracteres.`] }, 'problems');
  return text;
}
