import { announceLink, waitForRetry } from './ui/link.ts';

const SIGN_IN_NEEDED_HEADER = 'X-Sign-In';
const SESSION_END_HEADER = 'X-Session-End';
/** Prefetched data is used only this long: people should see what is stored now. */
const FRESH_MS = 5_000;

interface PrefetchedData {
  at: number;
  response: Promise<Response>;
  /** Somebody is navigating to that page. Otherwise a read of the same address wants fresh data. */
  isWanted: boolean;
}

const UNAUTHENTICATED = 401;

/** Why the last write was refused; Remix would show it as a broken response. */
let sessionEnd: string | null = null;

/** Why the last write found no session, in a sentence; null if there was no answer at all. */
export function whySessionEnded(): string | null {
  return sessionEnd;
}

const prefetched = new Map<string, PrefetchedData>();
const plainFetch = globalThis.fetch.bind(globalThis);

/** Prefetches the data of a page that somebody is about to open. @param pathname of an address without parameters */
export function prefetchData(pathname: string): void {
  const address = addressOf(pathname);
  if (isFresh(prefetched.get(address))) return;
  const response = plainFetch(address);
  const entry = { at: Date.now(), response, isWanted: false };
  prefetched.set(address, entry);
  const forget = () => {
    if (prefetched.get(address) === entry) prefetched.delete(address);
  };
  // Failures are dropped, so that the navigation's own read meets them: pointing at a link must have no effect.
  response.then((answer) => (answer.ok ? undefined : forget()), forget);
}

/** Allows the next read of the page's data to use the prefetched data. */
export function allowPrefetched(pathname: string): void {
  const entry = prefetched.get(addressOf(pathname));
  if (entry) entry.isWanted = true;
}

/**
 * All requests of pages go through here. Prefetched data is given once to the navigation it was meant for, unless something was written
 * since: people must see what they saved.
 *
 * The server answers 401 once the session has ended. Remix would show that as a broken response; here a read of a page's data goes to the
 * sign-in page instead and returns to that page afterwards. Writes and reads beside a page pass through: leaving would lose what was typed.
 */
export function watchPageData(): void {
  const touched = () => void (touchedAt = Date.now());
  for (const touch of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(touch, touched, { capture: true, passive: true });
  window.fetch = async (input, init) => {
    const isRead = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase() === 'GET';
    if (!isRead) {
      prefetched.clear();
      sessionEnd = null;
    }
    const response = await (isRead ? readWhenOnline(input, isAtRest() ? withRestMark(init) : init) : plainFetch(input, init));
    if (!isRead && response.status === UNAUTHENTICATED)
      sessionEnd = decodeURIComponent(response.headers.get(SESSION_END_HEADER) ?? '') || 'Su sesión terminó.';
    return response;
  };
}

/** After a minute without input on the page, polling no longer keeps the session alive. */
const TOUCHED_MS = 60_000;
let touchedAt = Date.now();
export const isAtRest = () => Date.now() - touchedAt > TOUCHED_MS;

export function withRestMark(init?: RequestInit): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('X-At-Rest', '1');
  return { ...init, headers };
}

/** For background requests: an ended session is reported by the next navigation, not by these. */
export function fetchInBackground(address: string, init?: RequestInit): Promise<Response> {
  return plainFetch(address, init);
}

/** The same as JSON, for content beside a page; null on an error status: what was shown stays. */
export async function readJsonInBackground<Answer>(address: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetchInBackground(address, { signal, headers: { Accept: 'application/json' } });
  return response.ok ? ((await response.json()) as Answer) : null;
}

/** Where Remix asks which routes are behind an address, also when the page's own form is sent. */
const ROUTES_PATH = '/__manifest';

/** Fired on the window when a page with unsaved input found no session: RestWarning covers the page until the person is back. */
export const SESSION_END_EVENT = 'salida';

const waitingForSession = new Set<() => void>();

/** Repeats the reads that found no session. */
export function resumeReads(): void {
  for (const resume of waitingForSession) resume();
  waitingForSession.clear();
}

/**
 * Goes to the sign-in page and never resolves, so that nothing is rendered from this answer. With unsaved input, which that would lose,
 * resolves when the person is signed in again.
 */
function signIn(address: string): Promise<void> {
  return new Promise((resume) => {
    if (!hasUnsavedInput()) return window.location.assign(address);
    waitingForSession.add(resume);
    dispatchEvent(new Event(SESSION_END_EVENT));
  });
}

/** Whether the browser would ask before the page is left: everything that keeps input or files listens to that event. */
function hasUnsavedInput(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/**
 * Retries a page's data and its routes while the link is down or the portal is restarting behind its proxy, and a page's data while its
 * unsaved input waits for a new session: what is shown and typed stays, instead of being replaced by another page.
 */
async function readWhenOnline(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const isPageData = pathname.endsWith('.data');
  const isRetried = isPageData || pathname === ROUTES_PATH;
  let wasDown = false;
  for (;;) {
    const response = await (takePrefetched(input) ?? plainFetch(input, init)).catch((error: unknown) => {
      if (signal?.aborted || !isRetried) throw error;
      return null;
    });
    if (response && !(isRetried && isFromProxy(response))) {
      // Other requests may have been answered from the browser's cache.
      if (isPageData || wasDown) announceLink(false);
      const signInAddress = isPageData && response.status === UNAUTHENTICATED && response.headers.get(SIGN_IN_NEEDED_HEADER);
      if (!signInAddress) return response;
      await signIn(signInAddress);
      continue;
    }
    wasDown = true;
    announceLink(true);
    await waitForRetry(signal);
  }
}

/** A proxy answers in the portal's place (502, 503 or 504): the portal's own answers carry the request's code. */
function isFromProxy({ status, headers }: Response): boolean {
  return status > 501 && status < 505 && !headers.has('X-Request-Id');
}

function takePrefetched(input: RequestInfo | URL): Promise<Response> | undefined {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const entry = search === '' ? prefetched.get(pathname) : undefined;
  if (!entry?.isWanted) return undefined;
  prefetched.delete(pathname);
  return isFresh(entry) ? entry.response : undefined;
}

/** The address from which Remix fetches a page's data. */
function addressOf(pathname: string): string {
  return `${pathname === '/' ? '/_root' : pathname}.data`;
}

function isFresh(entry: PrefetchedData | undefined): boolean {
  return entry !== undefined && Date.now() - entry.at < FRESH_MS;
}
