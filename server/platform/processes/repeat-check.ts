/** A check that repeats itself. */
export interface RepeatedCheck {
  /** Resolves once the running check is over; no other follows. */
  close(): Promise<void>;
}

/**
 * Runs `look` now, and again `everyMs` after each run ends: work that a queue lost continues then. Resolves after the first run.
 * @param check throws nothing
 */
export async function repeatCheck(check: () => Promise<void>, everyMs: number): Promise<RepeatedCheck> {
  let closed = false;
  let currentRun = check();
  await currentRun;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      currentRun = check();
      void currentRun.then(() => (closed ? undefined : next()));
    }, everyMs);
  };
  next();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await currentRun;
    },
  };
}
