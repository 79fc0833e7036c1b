import { AppError } from '../../domain/errors.ts';

const RETRY_AFTER_S = 5;

export interface Shares {
  /**
   * Waits for a slot: at once while the owner has fewer than `each` under way, otherwise in order of arrival.
   * @returns gives the slot back; calling it again does nothing. Errors: `too-many-requests` when the owner has too many waiting
   */
  take(owner: string): Promise<() => void>;
}

/** Limits how many pieces of work each owner may have under way and waiting in this process, so that nobody takes all of it. */
export function createShares({ each, waiting }: { each: number; waiting: number }): Shares {
  const owners = new Map<string, { underWay: number; queue: (() => void)[] }>();

  function release(owner: string): void {
    const share = owners.get(owner);
    if (!share) return;
    // The slot passes straight to the next one, so that nobody can slip in between.
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
        if (isTaken) release(owner);
        isTaken = false;
      };
    },
  };
}
