/** Fired on the window when a read gets no answer, and when one does again (`detail`: whether the link is down). */
export const LINK_EVENT = 'enlace';
/** Delay before a retry, unless the browser reports earlier that it is online again. */
const RETRY_AFTER_MS = 3_000;

export function announceLink(isDown: boolean): void {
  window.dispatchEvent(new CustomEvent(LINK_EVENT, { detail: isDown }));
}

/** Resolves after a few seconds, or as soon as the browser is online again or `signal` aborts. */
export function waitForRetry(signal?: AbortSignal): Promise<void> {
  return new Promise((goOn) => {
    const timer = setTimeout(goOn, RETRY_AFTER_MS);
    const now = () => {
      clearTimeout(timer);
      goOn();
    };
    window.addEventListener('online', now, { once: true });
    signal?.addEventListener('abort', now, { once: true });
  });
}

/**
 * Loads code on demand and waits while the link is down, as a page's data does: until then nothing opens, and nothing on the page is lost.
 * Rejects when the portal answers but the code cannot be loaded.
 * @param wasThere the portal answered after the last failure
 */
export async function loadWhenOnline<Loaded>(load: () => Promise<Loaded>, wasThere = false): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (wasThere) throw error;
    const isThere = await fetch('/healthz').then(
      () => true,
      () => false,
    );
    if (!isThere) {
      announceLink(true);
      await waitForRetry();
    }
    const loaded = await loadWhenOnline(load, isThere);
    announceLink(false);
    return loaded;
  }
}
