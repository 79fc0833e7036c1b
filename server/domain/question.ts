import { AppError } from './errors.ts';

/** The control by which a form says what the person has confirmed: names of changes, with blanks between. */
export const CONFIRMED_CONTROL = 'confirmed';
/** More changes than any form asks about. */
const CONFIRMED_MAX = 20;

/** What a change touches elsewhere, told before it is made: JSON for the browser. */
export interface Question {
  /** What goes back in CONFIRMED_CONTROL when the person wants it all the same. */
  confirms: string;
  /** "¿Eliminar el tipo de documento?" */
  title: string;
  /** One sentence each: what is touched, what that means. */
  sentences: readonly string[];
}

/** @param what for the log */
export function questionError(what: string, question: Question): AppError {
  return new AppError('conflict', `${what} waits for a confirmation`, { userMessage: question.sentences.join(' '), details: { question } });
}

/** What a refused change asks; null for every other failure. */
export function questionOf(error: unknown): Question | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null;
  const question = error.details?.['question'];
  return isQuestion(question) ? question : null;
}

function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && 'confirms' in value && 'title' in value && 'sentences' in value;
}

/** Names of the changes that a form confirms. */
export function readConfirmed(text: string): string[] {
  return text
    .slice(0, 1_000)
    .split(' ', CONFIRMED_MAX)
    .filter((name) => name !== '');
}
