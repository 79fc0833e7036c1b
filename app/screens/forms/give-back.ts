import { conflictOf } from '#server/domain/conflict.ts';
import { answerTo, AppError } from '#server/domain/errors.ts';
import { requestCode } from '#server/domain/request-code.ts';
import type { RequestContext } from '../../context.ts';

/** Why a form came back; with it comes everything that was typed. */
export interface Refusal<Conflict> {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  conflict: Conflict | null;
}

const OWN_PAGE: ReadonlySet<string> = new Set(['forbidden', 'not-found', 'unauthenticated']);

/**
 * The form again for every failure that a person can mend or outlast; what they may not do or what is gone has its own
 * page and is thrown on.
 * @param kept what of the form is still there, at the beginning of a sentence
 */
export function giveBack<Conflict extends { stored: unknown }>(
  error: unknown,
  { log, requestId }: Pick<RequestContext, 'log' | 'requestId'>,
  kept = 'Su texto sigue aquí',
): { refusal: Refusal<Conflict>; answer: ReturnType<typeof answerTo> } {
  const known = error instanceof AppError ? error : null;
  if (known && OWN_PAGE.has(known.code)) throw known;
  if (!known) log.error({ err: error }, 'a form could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'a form could not be saved');
  return {
    answer: answerTo(known),
    refusal: {
      message:
        known && known.status < 500
          ? known.userMessage
          : `No pudimos guardar. ${kept}: intente de nuevo. Código ${requestCode(requestId)}.`,
      errors: known?.fields ?? {},
      conflict: conflictOf<Conflict>(error),
    },
  };
}
