import { conflictOf } from '#server/domain/conflict.ts';
import { answerTo, AppError, type ErrorCode } from '#server/domain/errors.ts';
import { questionOf, type Question } from '#server/domain/question.ts';
import { requestCode } from '#server/domain/request-code.ts';
import type { RequestContext } from '../../context.ts';

/** Why a form came back; with it comes everything that was typed. */
export interface Refusal<Conflict> {
  message: string;
  errors: Readonly<Record<string, readonly string[]>>;
  conflict: Conflict | null;
  /** What must be confirmed before it is saved. */
  question: Question | null;
}

interface GiveBackOptions {
  /** What of the form is still there, at the beginning of a sentence; '' for nothing. */
  kept?: string;
  /** Failures with a page of their own, thrown on: what somebody may not do, or what is gone. */
  ownPage?: readonly ErrorCode[];
  /** An outage is told in its own words, because they say what was done all the same. */
  tellsOutages?: boolean;
}

const OWN_PAGE: readonly ErrorCode[] = ['forbidden', 'not-found', 'unauthenticated'];

/** The form again for every failure that a person can mend or outlast. */
export function giveBack<Conflict extends { stored: unknown }>(
  error: unknown,
  { log, requestId, readsProblems }: Pick<RequestContext, 'log' | 'readsProblems' | 'requestId'>,
  { kept = 'Su texto sigue aquí', ownPage = OWN_PAGE, tellsOutages = false }: GiveBackOptions = {},
): { refusal: Refusal<Conflict>; answer: ReturnType<typeof answerTo> } {
  const known = error instanceof AppError ? error : null;
  if (known && (readsProblems || ownPage.includes(known.code))) throw known;
  if (!known) log.error({ err: error }, 'a form could not be saved');
  else if (known.status >= 500) log.warn({ code: known.code, reason: known.message }, 'a form could not be saved');
  const again = kept === '' ? 'Intente de nuevo' : `${kept}: intente de nuevo`;
  return {
    answer: answerTo(known),
    refusal: {
      message:
        known && (tellsOutages || known.status < 500)
          ? known.userMessage
          : `No pudimos guardar. ${again}. Código ${requestCode(requestId)}.`,
      errors: known?.fields ?? {},
      conflict: conflictOf<Conflict>(error),
      question: questionOf(error),
    },
  };
}
