/** A check that repeats itself. */
export interface Looking {
  /** Resolves once the running check is over; no other follows. */
  close(): Promise<void>;
}

/**
 * Runs `look` now, and again `everyMs` after each run ends: work that a queue lost continues then. Resolves after the first run.
 * @param look throws nothing
 */
export async function keepLooking(look: () => Promise<void>, everyMs: number): Promise<Looking> {
  let closed = false;
  let looking = look();
  await looking;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      looking = look();
      void looking.then(() => (closed ? undefined : next()));
    }, everyMs);
  };
  next();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
