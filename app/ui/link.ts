/** Told to the window when a read gets no answer, or one again (`detail`: whether the link is down). */
export const LINK_EVENT = 'enlace';
/** So long until what got no answer is tried again, unless the browser says before that the link is back. */
const AGAIN_AFTER_MS = 3_000;

export function tellLink(isDown: boolean): void {
  window.dispatchEvent(new CustomEvent(LINK_EVENT, { detail: isDown }));
}

/** A few seconds, or until the browser says that the link is back, or that nobody waits any more. */
export function untilAgain(signal?: AbortSignal): Promise<void> {
  return new Promise((goOn) => {
    const timer = setTimeout(goOn, AGAIN_AFTER_MS);
    const now = () => {
      clearTimeout(timer);
      goOn();
    };
    window.addEventListener('online', now, { once: true });
    signal?.addEventListener('abort', now, { once: true });
  });
}

/**
 * Code that comes when it is asked for waits while the link is down, as a page's data does: nothing opens meanwhile, and nothing that
 * stands on the page is lost. Rejects where the portal answers and has no such code.
 * @param wasThere the portal answered since it failed
 */
export async function loadOnceThere<Loaded>(load: () => Promise<Loaded>, wasThere = false): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (wasThere) throw error;
    const isThere = await fetch('/healthz').then(
      () => true,
      () => false,
    );
    if (!isThere) {
      tellLink(true);
      await untilAgain();
    }
    const loaded = await loadOnceThere(load, isThere);
    tellLink(false);
    return loaded;
  }
}
