import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Loads the page's data again every few seconds while somebody looks at it. The server is asked for a sign of life
 * first: a lost connection would otherwise replace the page by an error.
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
