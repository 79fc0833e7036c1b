import { tidyWithin } from '../domain/bounded-text.ts';
import { invalidFields } from '../platform/read-input.ts';

/** What no store keeps as text. */
const NOT_KEPT = /[\0\p{Cs}]/gu;

interface TextRule {
  /** In sentences: `El motivo`. */
  label: string;
  max: number;
  /** Says what is missing; without it the text may be empty. */
  missing?: string;
}

/** What a person writes about a document or a package, as it is kept, and a sentence where it cannot be. */
export function tidyWritten(given: string, { label, max, missing }: TextRule): { text: string; problem: string | null } {
  const text = tidyWithin(given, max).replace(NOT_KEPT, '');
  if (text === '' && missing !== undefined) return { text, problem: missing };
  return { text, problem: text.length > max ? `${label} admite hasta ${max} caracteres.` : null };
}

/** @param rule `name`: of its control. Errors: `invalid-input` at it. */
export function readWritten(given: string, { name, ...rule }: TextRule & { name: string }): string {
  const { text, problem } = tidyWritten(given, rule);
  if (problem !== null) throw invalidFields({ [name]: [problem] }, 'problems');
  return text;
}
