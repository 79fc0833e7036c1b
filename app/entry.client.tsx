import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { countClicks } from './clicks.ts';
import { blockEarlyEvents } from './early-events.ts';
import { preserveEarlyInput } from './early-input.ts';
import { replayKeys } from './hold-early.ts';
import { watchPageData } from './page-data.ts';

// Loaded on the first error, so that no page pays for it. After an update the file may be gone; that failure is swallowed, because
// reporting it would fail the same way forever.
const report = (error: unknown) => void import('./report-errors.ts').then(({ reportError }) => reportError(error)).catch(() => undefined);
addEventListener('error', (event) => report(event.error ?? event.message));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
watchPageData();
countClicks();

const releaseEarlyEvents = blockEarlyEvents();
const replayEarlyInput = preserveEarlyInput();

/** Signals that hydration is complete; for outside programs by an attribute. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    releaseEarlyEvents();
    replayEarlyInput();
    replayKeys();
    document.documentElement.dataset['hydrated'] = '';
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Hydrated>
        <RemixBrowser />
      </Hydrated>
    </StrictMode>,
  );
});
