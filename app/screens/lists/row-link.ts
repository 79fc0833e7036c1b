/** Rows through which keys go. */
export const ROWS = 'table[data-rows] tbody tr';

/** Says that a page is only looked at from beside: what it would tell its person once is kept for the next page. */
export const PEEK_HEADER = 'X-Peek';

/** The link to its record that has the focus within a row; null for none. */
export function rowLink(): HTMLAnchorElement | null {
  const { activeElement: focused } = document;
  const isRecord = focused instanceof HTMLAnchorElement && focused.origin === window.location.origin && !focused.hasAttribute('download');
  return isRecord && focused.closest(ROWS) ? focused : null;
}
