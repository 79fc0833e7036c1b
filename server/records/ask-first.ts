import { questionError, type Question } from '../domain/question.ts';

/** Thrown out of a transaction that would make changes which the person has not confirmed. Never leaves askFirst. */
export class NotConfirmed<Change> extends Error {
  readonly changes: readonly Change[];
  constructor(changes: readonly Change[]) {
    super('changes that are not confirmed');
    this.changes = changes;
  }
}

interface Asking<Change> {
  /** What the person has confirmed, by `nameOf`. */
  confirmed: readonly string[];
  nameOf: (change: Change) => string;
  /**
   * The question, with numbers counted now; null where nothing is touched. Counting happens outside the transaction: it reads
   * the read model, and a connection held meanwhile would be one that other writers wait for.
   */
  ask: (changes: readonly Change[]) => Promise<Omit<Question, 'confirms'> | null>;
}

/**
 * Runs a change that may have to be confirmed: `work` throws NotConfirmed for what is not among `confirmed` and must be asked.
 * What touches nothing goes on unasked. Errors: `conflict` with the question (questionOf), what `work` throws.
 */
export async function askFirst<Change, Result>(
  work: (confirmed: ReadonlySet<string>) => Promise<Result>,
  { confirmed, nameOf, ask }: Asking<Change>,
): Promise<Result> {
  const names = new Set(confirmed);
  for (;;) {
    try {
      return await work(names);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error;
      const changes = error.changes as readonly Change[];
      const question = await ask(changes);
      const asked = changes.map(nameOf).filter((name) => !names.has(name));
      // A change that is asked again although it was confirmed would be asked forever.
      if (asked.length === 0) throw error;
      if (question) throw questionError(asked.join(', '), { ...question, confirms: [...names, ...asked].join(' ') });
      for (const name of asked) names.add(name);
    }
  }
}
