/** Waits that somebody else can end early: `wake` ends the running wait, or the next one when none is running. */
export interface Pause {
  /** Resolves after the time or at the next `wake`, whichever comes first. */
  wait(milliseconds: number): Promise<void>;
  wake(): void;
  /** Forgets a `wake` that nobody has waited for. */
  clear(): void;
}

export function createPause(): Pause {
  let woken = false;
  let end: (() => void) | null = null;
  return {
    wait(milliseconds) {
      if (woken) {
        woken = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          end = null;
          resolve();
        };
        const timer = setTimeout(finish, milliseconds);
        end = finish;
      });
    },
    wake() {
      if (end) end();
      else woken = true;
    },
    clear() {
      woken = false;
    },
  };
}

const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 10_000;

/** Milliseconds to wait before the attempt-th retry (1-based). */
export function backOff(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}
