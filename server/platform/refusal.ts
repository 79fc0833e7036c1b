import { AppError } from '../domain/errors.ts';

/** Why something is not done, in a Spanish sentence for whoever runs the portal. Commands print it without a stack and exit with code 2. */
export class Refusal extends Error {}

/** The refusal that an error is or hides as its cause; null: none. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : null;
}

/**
 * An error for whoever runs the portal: what people read, with the errors of fields and the cause (a folder, an address) that an AppError
 * hides from them.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const { userMessage, fields, cause } = error;
  const told = [userMessage, ...Object.values(fields ?? {}).flat()].join('\n');
  return cause instanceof Error ? `${told} (${cause.message})` : told;
}
