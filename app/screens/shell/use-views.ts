import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { VIEW_PARAM, VIEWS_URL } from '#server/domain/saved-views.ts';
import type { CountedView } from '#server/lists/saved-views.ts';
import { readJsonInBackground } from '#app/page-data.ts';

/** How long the last counts may be shown. */
const FRESH_MS = 60_000;

/**
 * The person's views with their row counts: fetched once a page is shown, at most once a minute, unless something was done (`toast`) or an
 * unknown view is open.
 */
export function useViews(toast: object | null): readonly CountedView[] {
  const { key, pathname, search } = useLocation();
  const [views, setViews] = useState<readonly CountedView[]>([]);
  const known = useRef<{ at: number; ids: readonly string[] }>({ at: -FRESH_MS, ids: [] });
  const shown = new URLSearchParams(search).get(VIEW_PARAM);
  useEffect(() => {
    const { at, ids } = known.current;
    const isFresh = performance.now() - at < FRESH_MS && (shown === null || ids.includes(shown));
    if (isFresh && toast === null && pathname !== VIEWS_URL) return;
    const left = new AbortController();
    const read = async () => {
      const answer = await readJsonInBackground<{ views: CountedView[] }>('/vistas.json', left.signal);
      if (answer === null) return;
      known.current = { at: performance.now(), ids: answer.views.map(({ id }) => id) };
      setViews(answer.views);
    };
    // Without an answer the menu stays as it was: the page itself reports an outage.
    read().catch(() => undefined);
    return () => left.abort();
  }, [key, pathname, shown, toast]);
  return views;
}
