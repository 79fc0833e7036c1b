/** Prefix of the local-storage keys of unsaved forms, one per person and address. */
const PREFIX = 'borrador:';

/** Fired on a form before its controls are filled in (`detail`: texts by name), so that lists can grow first. */
export const RECOVER_EVENT = 'recuperar-borrador';

export function draftKey(person: string, path: string): string {
  return `${PREFIX}${person}:${path}`;
}

/** Deletes all drafts, or all but one person's. Does nothing in a browser without storage. */
export function forgetDrafts(but?: string): void {
  try {
    const kept = but === undefined ? null : draftKey(but, '');
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(kept))) localStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
}
