import { tellLink, untilAgain } from './ui/link.ts';

const SIGN_IN_NEEDED_HEADER = 'X-Sign-In';
const SESSION_END_HEADER = 'X-Session-End';
/** What was read ahead is shown only so soon after: people see what is stored, not what was. */
const FRESH_MS = 5_000;

interface ReadAhead {
  at: number;
  response: Promise<Response>;
  /** Somebody goes to that page now: other reads of the same address want what is stored by then. */
  isWanted: boolean;
}

const UNAUTHENTICATED = 401;

/** Of the last write: why it was refused, which Remix shows as a broken answer. */
let sessionEnd: string | null = null;

/** Why the last write found no session, in a sentence; null where it got no answer. */
export function whySessionEnded(): string | null {
  return sessionEnd;
}

const ahead = new Map<string, ReadAhead>();
const plainFetch = globalThis.fetch.bind(globalThis);

/** Asks for the data of a page to which somebody is about to go. @param pathname of an address without parameters */
export function readAhead(pathname: string): void {
  const address = addressOf(pathname);
  if (isFresh(ahead.get(address))) return;
  const response = plainFetch(address);
  const entry = { at: Date.now(), response, isWanted: false };
  ahead.set(address, entry);
  const forget = () => {
    if (ahead.get(address) === entry) ahead.delete(address);
  };
  // A refusal is for the read that follows: nothing happens because somebody points at a link.
  response.then((answer) => (answer.ok ? undefined : forget()), forget);
}

/** The next read of the page's data may be what was read ahead. */
export function wantAhead(pathname: string): void {
  const entry = ahead.get(addressOf(pathname));
  if (entry) entry.isWanted = true;
}

/**
 * Everything that pages ask the server for goes through here. What was read ahead is given to the navigation for which it
 * was read, once, unless something was written since: who saves sees what they saved.
 *
 * The server answers 401 to a page's data once the session has ended. Remix would show that as a broken response; a read
 * goes to the sign-in page instead and comes back afterwards. Writes pass through: leaving would lose what was typed.
 */
export function watchPageData(): void {
  const touched = () => void (touchedAt = Date.now());
  for (const touch of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(touch, touched, { capture: true, passive: true });
  window.fetch = async (input, init) => {
    const isRead = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase() === 'GET';
    if (!isRead) {
      ahead.clear();
      sessionEnd = null;
    }
    const response = await (isRead ? readOnceThere(input, isAtRest() ? withMark(init) : init) : plainFetch(input, init));
    if (!isRead && response.status === UNAUTHENTICATED)
      sessionEnd = decodeURIComponent(response.headers.get(SESSION_END_HEADER) ?? '') || 'Su sesión terminó.';
    const target = isRead && response.status === UNAUTHENTICATED ? response.headers.get(SIGN_IN_NEEDED_HEADER) : null;
    if (!target) return response;
    window.location.assign(target);
    // The page is being left: nothing should be drawn from this answer.
    return new Promise<Response>(() => undefined);
  };
}

/** Nobody has touched the page for a minute: what it asks by the clock keeps no session from ending. */
const TOUCHED_MS = 60_000;
let touchedAt = Date.now();
export const isAtRest = () => Date.now() - touchedAt > TOUCHED_MS;

export function withMark(init?: RequestInit): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('X-At-Rest', '1');
  return { ...init, headers };
}

/** For what nobody asked for: an ended session is told by the next page to which the person goes, not by this. */
export function fetchQuietly(address: string, init?: RequestInit): Promise<Response> {
  return plainFetch(address, init);
}

/** The same of what stands beside a page, as JSON; null where there is none now: what was shown before stays. */
export async function readQuietly<Answer>(address: string, signal: AbortSignal): Promise<Answer | null> {
  const response = await fetchQuietly(address, { signal, headers: { Accept: 'application/json' } });
  return response.ok ? ((await response.json()) as Answer) : null;
}

/** A page's data waits while the link is down: what shows, and what was typed, stays, where an error page would take it away. */
async function readOnceThere(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  const isPageData = new URL(input instanceof Request ? input.url : input, window.location.origin).pathname.endsWith('.data');
  for (;;) {
    try {
      const response = await (takeAhead(input) ?? plainFetch(input, init));
      // Anything else may have come out of the browser's cache.
      if (isPageData) tellLink(false);
      return response;
    } catch (error) {
      if (signal?.aborted || !isPageData) throw error;
      tellLink(true);
      await untilAgain(signal);
    }
  }
}

function takeAhead(input: RequestInfo | URL): Promise<Response> | undefined {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.origin);
  const entry = search === '' ? ahead.get(pathname) : undefined;
  if (!entry?.isWanted) return undefined;
  ahead.delete(pathname);
  return isFresh(entry) ? entry.response : undefined;
}

/** Where Remix asks for the data of a page. */
function addressOf(pathname: string): string {
  return `${pathname === '/' ? '/_root' : pathname}.data`;
}

function isFresh(entry: ReadAhead | undefined): boolean {
  return entry !== undefined && Date.now() - entry.at < FRESH_MS;
}
