import { NavigationType, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Arrive, Visit } from './arrive.ts';

let loaded: Arrive | null = null;

/** The code of it comes with the first focus, or as soon as a pointer moves: before that nobody goes anywhere. Without it (no link) the focus stays the browser's. */
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

/** What shows; null until the first page of this window has been taken over. */
let shown: Visit | null = null;

/** Moves the focus after each move within the portal, and reads out the new page's heading, or which part of a list shows now. It stands behind the page, so that its effects run after those of the page. */
export function Arrival() {
  const { key, pathname, search, hash } = useLocation();
  const isWayBack = useNavigationType() === NavigationType.Pop;
  const [told, setTold] = useState({ key: '', text: '' });
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // Of now: what loads the first time may come when the page has gone on.
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
    // The page with which the window was opened is the browser's to tell.
    const isFirst = before === null && document.documentElement.dataset['hydrated'] === undefined;
    if (isFirst || before?.key === key) return;
    withArrive(({ arrive }) => {
      const text = arrive(before, { key, pathname, search, hash, heading, isWayBack });
      if (text !== '') setTold({ key, text });
    });
  }, [key, pathname, search, hash, isWayBack]);
  return (
    <p className="sr-only" role="status">
      {/* What is the same as the last time is read out too. */}
      <span key={told.key}>{told.text}</span>
    </p>
  );
}

function headingOf(): string {
  return document.querySelector('main h1')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
