const FLUSH_EVERY_MS = 30_000;
/** Maximum that the server accepts in one request. */
const FLUSH_MAX = 1_000;
/** What counts as navigation. */
const COUNTED = '.shell :is(a[href], button, summary)';

/**
 * Counts navigation clicks (docs/specification.md section 7) and sends only their number, never what was clicked, with a beacon:
 * periodically, and when the page is hidden or left. The server knows the person from the session.
 */
export function countClicks(): void {
  if (typeof navigator.sendBeacon !== 'function') return;
  let waiting = 0;
  const flush = () => {
    const count = Math.min(waiting, FLUSH_MAX);
    // When the browser rejects a beacon, its count goes with the next one.
    if (count > 0 && navigator.sendBeacon('/clicks', JSON.stringify({ count, flushId: newFlushId() }))) waiting -= count;
  };
  // On the window, to also count clicks that are kept from React (early-events.ts).
  window.addEventListener(
    'click',
    ({ target }) => void (waiting += Number(target instanceof Element && target.closest(COUNTED) !== null)),
    { capture: true },
  );
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  setInterval(flush, FLUSH_EVERY_MS);
}

/** Not randomUUID, which is unavailable on plain http. */
function newFlushId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');
}
