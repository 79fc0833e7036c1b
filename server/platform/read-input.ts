import type { z } from 'zod';
import { es } from 'zod/locales';
import { AppError } from '../domain/errors.ts';
import { errorsByField } from './errors-by-field.ts';

/** For rules without a message of their own. */
const IN_SPANISH = es().localeError;

/**
 * Validates the input against the schema.
 * @param userMessage the sentence above the fields; `problems` joins the messages of the fields instead
 * @throws AppError `invalid-input` with the errors by the path of the field (`department.id`)
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  userMessage: 'problems' | (string & {}) = 'Hay datos que no son válidos. Revise los campos indicados.',
): z.output<Schema> {
  const result = schema.safeParse(input, { error: IN_SPANISH });
  if (result.success) return result.data;
  throw invalidFields(errorsByField(result.error, messageOf, placesOf), userMessage);
}

export function invalidFields(fields: Readonly<Record<string, readonly string[]>>, userMessage: 'problems' | (string & {})): AppError {
  return new AppError('invalid-input', `wrong input: ${Object.keys(fields).slice(0, 20).join(', ').slice(0, 300)}`, {
    userMessage: userMessage === 'problems' ? Object.values(fields).flat().join(' ') : userMessage,
    fields,
  });
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'Este dato no se admite.';
  return issue.message.startsWith('Entrada inválida') ? 'El dato no es del tipo que se espera.' : issue.message;
}

function placesOf(issue: z.core.$ZodIssue): string[] {
  const place = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [place === '' ? 'body' : place];
  return issue.keys.map((key) => (place === '' ? key : `${place}.${key}`));
}
