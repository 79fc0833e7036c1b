/** A look that comes back by itself. */
export interface Looking {
  /** Resolves once the look under way is over; there is no other. */
  close(): Promise<void>;
}

/**
 * Looks now, and again so long after each look is over: what a queue forgot goes on after that time. Resolves after the first.
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
