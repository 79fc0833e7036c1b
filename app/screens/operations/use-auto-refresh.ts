import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Reloads the page's data every few seconds while the page is visible. A health check goes first: a lost connection would otherwise replace
 * the page with an error.
 */
export function useAutoRefresh(everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const busy = useRef(false);
  busy.current = state !== 'idle' || navigation.state !== 'idle';
  useEffect(() => {
    const refresh = async () => {
      if (document.visibilityState !== 'visible' || busy.current || document.querySelector('dialog[open]')) return;
      const alive = await fetch('/healthz').then(
        (response) => response.ok,
        () => false,
      );
      if (alive && !busy.current) revalidate();
    };
    const timer = setInterval(() => void refresh(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, revalidate]);
}
