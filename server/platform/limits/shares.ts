import { AppError } from '../../domain/errors.ts';

const RETRY_AFTER_S = 5;

export interface Shares {
  /**
   * A place, as soon as the owner has fewer than `each` under way; those who wait get one in the order of their coming.
   * @returns gives it back; more than once is once. Errors: `too-many-requests` when the owner has too much waiting
   */
  take(owner: string): Promise<() => void>;
}

/** So many pieces of work of each owner under way at once in this process, and so many waiting: nobody takes all of it. */
export function createShares({ each, waiting }: { each: number; waiting: number }): Shares {
  const owners = new Map<string, { underWay: number; queue: (() => void)[] }>();

  function giveBack(owner: string): void {
    const share = owners.get(owner);
    if (!share) return;
    // The place passes straight to the next one, so that nobody can slip in between.
    const next = share.queue.shift();
    if (next) return next();
    share.underWay -= 1;
    if (share.underWay === 0) owners.delete(owner);
  }

  return {
    async take(owner) {
      const share = owners.get(owner) ?? { underWay: 0, queue: [] };
      owners.set(owner, share);
      if (share.underWay < each) share.underWay += 1;
      else if (share.queue.length < waiting) await new Promise<void>((resolve) => share.queue.push(resolve));
      else
        throw new AppError('too-many-requests', `${owner} has too much under way`, {
          userMessage: 'Tiene demasiadas consultas en curso. Espere unos segundos e intente de nuevo.',
          retryAfterSeconds: RETRY_AFTER_S,
        });
      let isTaken = true;
      return () => {
        if (isTaken) giveBack(owner);
        isTaken = false;
      };
    },
  };
}
