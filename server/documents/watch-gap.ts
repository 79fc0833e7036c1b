/**
 * Given to `onError` of a watcher when changes after its position are no longer known. Watching goes on from the oldest
 * one kept; what lies between is only found by comparing all documents (the reconcile sweep).
 */
export class WatchGapError extends Error {
  constructor(collection: string, reason: string) {
    super(`watch ${collection}: changes were missed, a reconcile is needed (${reason})`);
    this.name = 'WatchGapError';
  }
}
