import { answerTo, AppError, conflictOf } from '#server/domain/errors.ts';
import { requestCode } from '#server/domain/request-code.ts';
import type { RequestContext } from '../../context.ts';

/** Why a settings form came back. */
export interface SettingsFailure<Conflict> {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  conflict: Conflict | null;
}

/**
 * The form again for every failure that a person can mend or outlast; what they may not do or what is gone has its own
 * page and is thrown on.
 */
export function settingsFailure<Conflict extends { stored: unknown }>(
  error: unknown,
  { log, requestId }: RequestContext,
): { failure: SettingsFailure<Conflict>; answer: ReturnType<typeof answerTo> } {
  const known = error instanceof AppError ? error : null;
  if (known && (known.code === 'forbidden' || known.code === 'not-found' || known.code === 'unauthenticated')) throw known;
  if (!known) log.error({ err: error }, 'settings could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'settings could not be saved');
  return {
    answer: answerTo(known),
    failure: {
      message:
        known && known.status < 500
          ? known.userMessage
          : `No pudimos guardar. Su texto sigue aquí: intente de nuevo. Código ${requestCode(requestId)}.`,
      errors: known?.fields ?? {},
      conflict: conflictOf<Conflict>(error),
    },
  };
}
