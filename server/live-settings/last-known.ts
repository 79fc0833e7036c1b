import { setTimeout as pause } from 'node:timers/promises';

/** A slow document store delays nobody longer: what was last known goes on. */
const WAIT_MS = 1_000;

export interface LastKnown {
  /**
   * Reads unless that was done within `knownForMs`, and waits for it at most a second, counted from when somebody first asked.
   * Never throws as long as `read` does not.
   */
  refresh: () => Promise<void>;
  /** After a change of our own: reads now. */
  reload: () => Promise<void>;
}

/** When to read again what every page follows and others may change. `read` keeps what it has read, and what it had when it fails. */
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
      // A reading that began before the change may miss it.
      await underWay;
      await readOnce();
    },
  };
}
