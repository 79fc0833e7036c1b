import { useEffect } from 'react';
import { longOfShort } from '#server/domain/dates.ts';

/** `19/11/2026 22:30:04`: what is longer is no date, and not looked at. */
const SHORT_MAX = 19;

/** A short date says itself in full, as its title, to who points at it or reaches it by keyboard (docs/decisions/075-long-dates.md). */
export function useLongDates(): void {
  useEffect(() => {
    const all = new AbortController();
    const { signal } = all;
    document.addEventListener('pointerover', tellInFull, { signal, passive: true });
    document.addEventListener('focusin', tellInFull, { signal });
    return () => all.abort();
  }, []);
}

function tellInFull({ target }: Event): void {
  if (!(target instanceof HTMLElement) || target.childElementCount > 1) return;
  const text = target.textContent ?? '';
  const known = target.dataset['longOf'];
  // A row that shows another record now keeps its cells.
  if (known === text || (target.title !== '' && known === undefined)) return;
  const long = text.length > SHORT_MAX ? '' : longOfShort(text);
  if (long === '' && known === undefined) return;
  target.title = long;
  target.dataset['longOf'] = text;
}
