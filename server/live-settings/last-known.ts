import { setTimeout as pause } from 'node:timers/promises';

/** A slow document store delays nobody longer: the last known value stays in use. */
const WAIT_MS = 1_000;

export interface LastKnown {
  /**
   * Reads unless the last read is younger than `knownForMs`, and waits at most a second, counted from the start of the read.
   * Never throws as long as `read` does not.
   */
  refresh: () => Promise<void>;
  /** Reads at once, after a change of our own. */
  reload: () => Promise<void>;
}

/** Caches a value that every page needs and others may change. `read` stores the value itself, and keeps the old one when it fails. */
export function lastKnown(read: () => Promise<void>, knownForMs: number): LastKnown {
  let readAt = 0;
  let startedAt = 0;
  let underWay: Promise<void> | null = null;
  const readOnce = () => {
    if (!underWay) {
      startedAt = Date.now();
      underWay = read().finally(() => {
        readAt = Date.now();
        underWay = null;
      });
    }
    return Promise.race([underWay, pause(startedAt + WAIT_MS - Date.now(), undefined, { ref: false })]);
  };
  return {
    refresh: async () => {
      if (Date.now() - readAt >= knownForMs) await readOnce();
    },
    reload: async () => {
      // A read that began before the change may miss it.
      await underWay;
      await readOnce();
    },
  };
}
