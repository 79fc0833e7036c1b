export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Keeps the `max` entries that were used last. */
export function createRecentMap<Value>(max: number): RecentMap<Value> {
  const entries = new Map<string, Value>();
  const use = (key: string, value: Value): Value => {
    entries.delete(key);
    entries.set(key, value);
    return value;
  };
  return {
    get(key) {
      const value = entries.get(key);
      return value === undefined ? undefined : use(key, value);
    },
    set(key, value) {
      use(key, value);
      for (const oldest of entries.keys()) {
        if (entries.size <= max) return;
        entries.delete(oldest);
      }
    },
  };
}
