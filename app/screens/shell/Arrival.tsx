import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Arrive, Visit } from './arrive.ts';

let loaded: Arrive | null = null;

/**
 * Loads the code with the first focus, or as soon as a pointer moves: nobody navigates before that. Without it (no link) focus is left to
 * the browser.
 */
function withArrive(act: (arrive: Arrive) => void): void {
  if (loaded) return act(loaded);
  import('./arrive.ts').then(
    ({ arrive, rememberFocus }) => {
      loaded = { arrive, rememberFocus };
      act(loaded);
    },
    () => undefined,
  );
}

/** The current page; null until the first page of this window has hydrated. */
let shown: Visit | null = null;

/**
 * Moves the focus after each navigation within the portal, and announces the new page's heading or the part of a list now shown. Names the
 * page in the tab's title, and brings its menu entry into view. Rendered after the page, so that its effects run after the page's.
 */
export function Arrival({ siteName }: { siteName: string }) {
  const { key, pathname, search, hash } = useLocation();
  const isWayBack = useNavigationType() === NavigationType.Pop;
  const [announced, setAnnounced] = useState({ key: '', text: '' });
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // Read now: when the code first loads, navigation may already have moved on.
      const state: unknown = window.history.state;
      if (target instanceof HTMLElement) withArrive(({ rememberFocus }) => rememberFocus(target, state));
    };
    const prepare = () => withArrive(() => undefined);
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerover', prepare, { once: true });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerover', prepare);
    };
  }, []);
  useEffect(() => {
    const before = shown;
    const heading = headingOf();
    shown = { key, pathname, search, heading };
    document.title = `${heading && `${heading} · `}${siteName}`;
    if (before?.pathname !== pathname) document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
    // The page with which the window was opened is announced by the browser.
    const isFirst = before === null && document.documentElement.dataset['hydrated'] === undefined;
    if (isFirst || before?.key === key) return;
    // The router keeps a form's answer until the next navigation.
    const isAnswer = Boolean(window.__remixRouter.state.actionData);
    withArrive(({ arrive }) => {
      const text = arrive(before, { key, pathname, search, hash, heading, isWayBack, isAnswer });
      if (text !== '') setAnnounced({ key, text });
    });
  }, [key, pathname, search, hash, isWayBack, siteName]);
  return (
    <p className="sr-only" role="status">
      {/* A new key makes the same text be announced again. */}
      <span key={announced.key}>{announced.text}</span>
    </p>
  );
}

function headingOf(): string {
  return document.querySelector('main h1')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
