/** Where forms that are not saved yet are kept in the browser, each under its person and its address. */
const PREFIX = 'borrador:';

/** Tells a form, before its controls are filled in, what is coming (`detail`: texts by name): for lists that must grow first. */
export const RECOVER_EVENT = 'recuperar-borrador';

export function draftKey(person: string, path: string): string {
  return `${PREFIX}${person}:${path}`;
}

/** Those of everybody, or of everybody but one person. A browser without storage has none. */
export function forgetDrafts(but?: string): void {
  try {
    const kept = but === undefined ? null : draftKey(but, '');
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && (kept === null || !key.startsWith(kept))) localStorage.removeItem(key);
  } catch {
    // Storage is turned off.
  }
}
