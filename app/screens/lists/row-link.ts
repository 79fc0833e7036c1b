/** Rows that keyboard navigation moves through. */
export const ROWS = 'table[data-rows] tbody tr';

/** Header of requests from the side panel: a one-time notice for the person is kept for the next real page. */
export const PEEK_HEADER = 'X-Peek';

/** The focused link of a row to its record, or null. */
export function rowLink(): HTMLAnchorElement | null {
  const { activeElement: focused } = document;
  return isRecord(focused) && focused.closest(ROWS) ? focused : null;
}

/** A row's link to its record, or null. */
export function recordLink(row: Element): HTMLAnchorElement | null {
  return [...row.querySelectorAll('td.key a[href]')].find(isRecord) ?? null;
}

const isRecord = (link: Element | null): link is HTMLAnchorElement =>
  link instanceof HTMLAnchorElement && link.origin === window.location.origin && !link.hasAttribute('download');
