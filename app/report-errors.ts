/** Maximum per page: the first error says what is wrong, and a loop must not fill the log. */
const MOST = 3;
/** Thrown by Remix when a navigation aborts a read, and before it reloads the page itself: not defects. */
const USUAL = /signal is aborted|manifest version mismatch/;

let reportedCount = 0;

/** Reports an uncaught error to the portal with a beacon (server/entrances/http/browser-errors.ts). */
export function reportError(error: unknown): void {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  if (!USUAL.test(message) && reportedCount++ < MOST)
    navigator.sendBeacon?.(
      '/browser-errors',
      JSON.stringify({ page: location.pathname, build: window.__remixManifest.version, message, stack: stack.slice(0, 3_000) }),
    );
}
