import { tidyWithin } from '../../domain/bounded-text.ts';
import { ACT_TEXT_MAX } from '../../domain/document-states.ts';
import { invalidFields } from '../../platform/read-input.ts';

/** What no store keeps as text. */
const NOT_KEPT = /[\0\p{Cs}]/gu;

interface ActText {
  name: keyof typeof ACT_TEXT_MAX;
  /** In sentences: `El motivo`. */
  label: string;
  /** Says what is missing; without it the text may be empty. */
  missing?: string;
}

/** What a person writes about an act. Errors: `invalid-input` at its field. */
export function readActText(given: string, { name, label, missing }: ActText): string {
  const max = ACT_TEXT_MAX[name];
  const text = tidyWithin(given, max).replace(NOT_KEPT, '');
  if (text === '' && missing !== undefined) throw invalidFields({ [name]: [missing] }, 'problems');
  if (text.length > max) throw invalidFields({ [name]: [`${label} admite hasta ${max} caracteres.`] }, 'problems');
  return text;
}
