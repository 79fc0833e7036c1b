import type { DocumentContent } from '#server/domain/document-content.ts';
import { AppError } from '#server/domain/errors.ts';

/** A file with unreachable content still has its record: the reason is shown in place of the content. */
export function toUnavailableContent(error: unknown): DocumentContent {
  if (error instanceof AppError) return { form: 'none', reason: error.userMessage };
  throw error;
}
