import type { Fields } from './document-store.ts';

/**
 * The fields that every document carries (specification section 3). `now` is the store's own idea of the present: a Date,
 * or Firestore's server time-stamp.
 */
export function withCreateFields<Now>(data: Fields, now: Now): Record<string, Fields[string] | Now> {
  return { isActive: true, createdAt: now, updatedAt: now, ...data };
}

/** updatedAt always is the time of this write, also when the changes name an older one: watching relies on it. */
export function withUpdateFields<Now>(changes: Fields, now: Now): Record<string, Fields[string] | Now> {
  return { ...changes, updatedAt: now };
}
