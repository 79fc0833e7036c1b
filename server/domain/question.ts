import { AppError } from './errors.ts';

/** The control with which a form confirms changes: their names, separated by blanks. */
export const CONFIRMED_CONTROL = 'confirmed';
/** More than any form asks to confirm. */
const CONFIRMED_MAX = 20;

/** The effects of a change on other records, told before it is made: JSON for the browser. */
export interface Question {
  /** Sent back in CONFIRMED_CONTROL when the person confirms. */
  confirms: string;
  /** "¿Eliminar el tipo de documento?" */
  title: string;
  /** One sentence each: what is affected, and the consequences. */
  sentences: readonly string[];
}

/** @param what for the log */
export function questionError(what: string, question: Question): AppError {
  return new AppError('conflict', `${what} waits for a confirmation`, { userMessage: question.sentences.join(' '), details: { question } });
}

/** The question of a refused change; null for every other failure. */
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
