import type { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import { readInput } from '../../platform/read-input.ts';
import type { UserValues } from './users.ts';

/** What the form sends as the REST backend takes it, checked before anything is done. Errors: `invalid-input` by form field. */
export function readUserForm<Schema extends z.ZodType>(
  schema: Schema,
  { department, folders, ...values }: Readonly<UserValues>,
): z.output<Schema> {
  const body = {
    ...values,
    ...(department === undefined ? {} : { department: department === '' ? null : { id: department } }),
    ...(folders === undefined ? {} : { briefcase_permissions: { folders: [...new Set(folders)] } }),
  };
  try {
    return readInput(schema, body, 'Revise los datos marcados.');
  } catch (error) {
    throw toFormError(error);
  }
}

/** A refusal of the backend with the names that the form has; anything else as it is. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.fields) return error;
  const fields: Record<string, string[]> = {};
  for (const [place, messages] of Object.entries(error.fields)) (fields[formName(place.split('.')[0] ?? place)] ??= []).push(...messages);
  return new AppError(error.code, error.message, {
    userMessage: error.userMessage,
    fields,
    ...(error.details ? { details: error.details } : {}),
    cause: error,
  });
}

function formName(field: string): string {
  return field === 'briefcase_permissions' ? 'folders' : field;
}
