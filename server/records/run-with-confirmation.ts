import { questionError, type Question } from '../domain/question.ts';

/** Thrown out of a transaction that would make changes which the person has not confirmed. Never leaves runWithConfirmation. */
export class NotConfirmed<Change> extends Error {
  readonly changes: readonly Change[];
  constructor(changes: readonly Change[]) {
    super('changes that are not confirmed');
    this.changes = changes;
  }
}

interface ConfirmationOptions<Change> {
  /** The changes that the person has confirmed, by `nameOf`. */
  confirmed: readonly string[];
  nameOf: (change: Change) => string;
  /**
   * The question, with current numbers; null where nothing is affected. It counts outside the transaction, in the read model: a connection
   * held meanwhile would keep other writers waiting.
   */
  findQuestion: (changes: readonly Change[]) => Promise<Omit<Question, 'confirms'> | null>;
}

/**
 * Runs a change that may need confirmation: `work` throws NotConfirmed for changes that need it and are not in `confirmed`. Changes that
 * affect nothing proceed without a question. Errors: `conflict` with the question (questionOf), what `work` throws.
 */
export async function runWithConfirmation<Change, Result>(
  work: (confirmed: ReadonlySet<string>) => Promise<Result>,
  { confirmed, nameOf, findQuestion: questionFor }: ConfirmationOptions<Change>,
): Promise<Result> {
  const names = new Set(confirmed);
  for (;;) {
    try {
      return await work(names);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error;
      const changes = error.changes as readonly Change[];
      const question = await questionFor(changes);
      const unconfirmed = changes.map(nameOf).filter((name) => !names.has(name));
      // `work` asked again for confirmed changes: without this check the loop would never end.
      if (unconfirmed.length === 0) throw error;
      if (question) throw questionError(unconfirmed.join(', '), { ...question, confirms: [...names, ...unconfirmed].join(' ') });
      for (const name of unconfirmed) names.add(name);
    }
  }
}
