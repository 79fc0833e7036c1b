/** Work that names a key in common runs one after the other, in the order of its coming; other work is not held up. */
export interface Lanes {
  /** Resolves when it is this work's turn in all of them, with what gives the turn on. */
  enter(keys: readonly string[]): Promise<() => void>;
}

/** All keys of one piece of work are taken in the same moment: two pieces can never wait for each other. */
export function createLanes(): Lanes {
  const last = new Map<string, Promise<void>>();
  return {
    async enter(keys) {
      const before = keys.flatMap((key) => last.get(key) ?? []);
      let leave: () => void = () => undefined;
      const left = new Promise<void>((resolve) => (leave = resolve));
      for (const key of keys) last.set(key, left);
      await Promise.all(before);
      return () => {
        leave();
        for (const key of keys) if (last.get(key) === left) last.delete(key);
      };
    },
  };
}
