import type { ChangeBatch, WatchOptions } from './document-store.ts';

/** Changes that one batch holds at most. */
export const MAX_BATCH_CHANGES = 1_000;

const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 10_000;
/** A step that lasted this long was healthy: the pause after the next failure is short again. */
const STABLE_MS = 60_000;

/** Milliseconds to wait before the attempt-th retry (1-based). */
export function backoffMs(attempt: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
}

/** A watch of either store: waiting, delivering batches, recovering from failures, and closing. */
export class WatchLoop {
  readonly #options: WatchOptions;
  #closed = false;
  #woken = false;
  #endWait: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Runs one step after the other until closed; after a failure it reports it, calls `onFailure` and pauses. */
  start(step: () => Promise<void>, onFailure: () => void = () => undefined): void {
    this.#running = this.#run(step, onFailure);
  }

  async #run(step: () => Promise<void>, onFailure: () => void): Promise<void> {
    for (let failures = 0; !this.#closed;) {
      const startedAt = Date.now();
      try {
        await step();
        failures = 0;
      } catch (error) {
        failures = Date.now() - startedAt > STABLE_MS ? 1 : failures + 1;
        onFailure();
        this.#options.onError(error);
        await this.wait(backoffMs(failures));
      }
    }
  }

  /** Delivers a batch with retries until it is accepted. @returns false when the watch was closed before */
  async deliver(batch: ChangeBatch): Promise<boolean> {
    for (let attempt = 1; !this.#closed; attempt += 1) {
      try {
        await this.#options.onBatch(batch);
        return true;
      } catch (error) {
        this.#options.onError(error);
        // New changes do not shorten this pause.
        for (const until = Date.now() + backoffMs(attempt); !this.#closed && Date.now() < until;) await this.wait(until - Date.now());
      }
    }
    return false;
  }

  /** Resolves after the time, at the next `wake`, or at once if a wake came before anybody waited. */
  async wait(milliseconds: number): Promise<void> {
    if (this.#closed) return;
    if (this.#woken) return this.forgetWake();
    await new Promise<void>((resolve) => {
      this.#endWait = () => {
        clearTimeout(timer);
        this.#endWait = null;
        resolve();
      };
      const timer = setTimeout(this.#endWait, milliseconds);
    });
  }

  wake(): void {
    if (this.#endWait) this.#endWait();
    else this.#woken = true;
  }

  /** Clears a pending wake. */
  forgetWake(): void {
    this.#woken = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.wake();
    await this.#running;
  }
}
