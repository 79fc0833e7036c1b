import type { z } from 'zod';

/** The messages of a refused form by field name; what belongs to no field stands under `form`. */
export function errorsByField(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) (fields[String(issue.path[0] ?? 'form')] ??= []).push(issue.message);
  return fields;
}
