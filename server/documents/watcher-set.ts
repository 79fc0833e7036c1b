import type { Watcher } from './document-store.ts';

/** Remembers the watchers that are open, so that a store that is closed closes them first. */
export function createWatcherSet(): { add(watcher: Watcher): Watcher; close(): Promise<void> } {
  const open = new Set<Watcher>();
  return {
    add(watcher) {
      open.add(watcher);
      return {
        async close() {
          open.delete(watcher);
          await watcher.close();
        },
      };
    },
    async close() {
      await Promise.all([...open].map((watcher) => watcher.close()));
    },
  };
}
