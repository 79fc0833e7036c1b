/** Rows through which keys go. */
export const ROWS = 'table[data-rows] tbody tr';

/** Says that a page is only looked at from beside: what it would tell its person once is kept for the next page. */
export const PEEK_HEADER = 'X-Peek';

/** The link to its record that has the focus within a row; null for none. */
export function rowLink(): HTMLAnchorElement | null {
  const { activeElement: focused } = document;
  return isRecord(focused) && focused.closest(ROWS) ? focused : null;
}

/** The link of a row to its record; null for none. */
export function recordLink(row: Element): HTMLAnchorElement | null {
  return [...row.querySelectorAll('td.key a[href]')].find(isRecord) ?? null;
}

const isRecord = (link: Element | null): link is HTMLAnchorElement =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin && !link.hasAttribute('download');
