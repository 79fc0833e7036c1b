/** Why something is not done, in a sentence for whoever runs the portal. Commands print it without a stack and exit with code 2. */
export class Refusal extends Error {}

/** The refusal that an error is or hides as its cause; null: none. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  return error instanceof Error && error.cause instanceof Refusal ? error.cause : null;
}
