const FLUSH_EVERY_MS = 30_000;
/** What the server takes at once. */
const FLUSH_MAX = 1_000;
/** What moves a person through the portal. */
const COUNTED = '.shell :is(a[href], button, summary)';

/**
 * Counts navigation clicks (docs/specification.md section 7) and sends the number, never what was clicked, with a beacon: now and
 * then, and when the page is hidden or left. Whose clicks they are the server knows by the session.
 */
export function countClicks(): void {
  if (typeof navigator.sendBeacon !== 'function') return;
  let waiting = 0;
  const flush = () => {
    const count = Math.min(waiting, FLUSH_MAX);
    // A beacon that the browser does not take is sent with the next.
    if (count > 0 && navigator.sendBeacon('/clicks', JSON.stringify({ count, flushId: newFlushId() }))) waiting -= count;
  };
  // On the window, so that it also hears what is kept from React (early-events.ts).
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

/** Not randomUUID, which plain http does not have. */
function newFlushId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');
}
