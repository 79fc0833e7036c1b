/** Of one page: the first says what is wrong, and a loop must not fill the log. */
const MOST = 3;
/** What Remix throws where somebody went on before an answer was read, and where it loads the page itself: no defect. */
const USUAL = /signal is aborted|manifest version mismatch/;

let told = 0;

/** Tells the portal of an error that nobody caught, by a beacon (server/entrances/http/browser-errors.ts). */
export function reportError(error: unknown): void {
  const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>;
  if (!USUAL.test(message) && told++ < MOST)
    navigator.sendBeacon?.(
      '/browser-errors',
      JSON.stringify({ page: location.pathname, build: window.__remixManifest.version, message, stack: stack.slice(0, 3_000) }),
    );
}
