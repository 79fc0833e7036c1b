import type { DocumentContent } from '#server/domain/document-content.ts';
import { AppError } from '#server/domain/errors.ts';

/** A file whose content is out of reach still has its record: the reason stands in its place. */
export function tellInstead(error: unknown): DocumentContent {
  if (error instanceof AppError) return { form: 'none', reason: error.userMessage };
  throw error;
}
