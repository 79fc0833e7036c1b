import { AppError } from '../domain/errors.ts';

/** @param reason a Spanish sentence for people; @param detail for the log */
export function cannotShow(reason: string, detail: string = reason, cause?: unknown): AppError {
  return new AppError('unsupported-type', detail, { userMessage: reason, cause });
}
