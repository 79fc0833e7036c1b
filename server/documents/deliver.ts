import type { ChangeBatch, DocumentChange, WatchOptions } from './document-store.ts';
import { backOff, type Pause } from './pause.ts';

export const MAX_BATCH_CHANGES = 1_000;

/** Hands a batch over until it is taken. @returns false when the watcher was closed before */
export async function deliver(batch: ChangeBatch, options: WatchOptions, pause: Pause, isClosed: () => boolean): Promise<boolean> {
  for (let attempt = 1; !isClosed(); attempt += 1) {
    try {
      await options.onBatch(batch);
      return true;
    } catch (error) {
      options.onError(error);
      if (!isClosed()) await waitOut(backOff(attempt), pause, isClosed);
    }
  }
  return false;
}

/** A back-off is not cut short by new changes, only by closing. */
async function waitOut(milliseconds: number, pause: Pause, isClosed: () => boolean): Promise<void> {
  const until = Date.now() + milliseconds;
  while (!isClosed() && Date.now() < until) await pause.wait(until - Date.now());
}

/** One change per path: the last one, at the place of the last one. */
export function coalesce(changes: readonly DocumentChange[]): DocumentChange[] {
  const byPath = new Map<string, DocumentChange>();
  for (const change of changes) {
    byPath.delete(change.path);
    byPath.set(change.path, change);
  }
  return [...byPath.values()];
}
