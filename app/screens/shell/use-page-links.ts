import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { beginVisit, discoverPage, fetchCode, MENU_LINKS, prepareVisit } from './preload-pages.ts';

/** By then, the current page has loaded everything it needs. */
const SETTLED_AFTER_MS = 3_000;

/**
 * Plain `<a>` inside `data-nav` navigate without a full page load: one listener here instead of a router link per row, which costs a
 * quarter of the server's rendering time. Downloads, other targets and modified clicks are left to the browser.
 */
export function usePageLinks(): void {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    visited.set(placeInHistory(), pathname + search);
  }, [key, pathname, search]);
  useEffect(() => {
    const all = new AbortController();
    const { signal } = all;
    const follow = (event: MouseEvent) => {
      const link = isPlainClick(event) ? pageLink(event.target) : null;
      if (!link) return;
      event.preventDefault();
      // Offline, code that is not loaded yet would fail permanently; LinkStrip says why nothing happens.
      if (!navigator.onLine) return;
      beginVisit(link);
      if (leadsBack(link)) navigate(-1);
      else navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    document.addEventListener('click', follow, { signal });
    return () => all.abort();
  }, [navigate]);
  useEffect(prepareVisits, []);
  useEffect(prepareMenu, []);
}

/** Addresses of this window's history, by index. */
const visited = new Map<number, string>();

function placeInHistory(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}

/** Whether an "up" link leads to the previous page: then it goes back, which restores that page's scroll position and focus. */
function leadsBack(link: HTMLAnchorElement): boolean {
  return (
    link.closest('[data-nav]')?.getAttribute('data-nav') === 'back' && visited.get(placeInHistory() - 1) === link.pathname + link.search
  );
}

function prepareVisits(): () => void {
  const all = new AbortController();
  const { signal } = all;
  let current: { link: HTMLAnchorElement; end: () => void } | null = null;
  const look = ({ target }: Event) => {
    const link = pageLink(target);
    if (link === current?.link) return;
    current?.end();
    current = link && { link, end: prepareVisit(link) };
  };
  document.addEventListener('pointerover', look, { signal, passive: true });
  document.addEventListener('focusin', look, { signal });
  return () => {
    all.abort();
    current?.end();
  };
}

/** Discovers the routes of the menu's links and prefetches their code. */
function prepareMenu(): () => void {
  const links = [...document.querySelectorAll(MENU_LINKS)].filter((link) => link instanceof HTMLAnchorElement);
  links.forEach(discoverPage);
  const timer = setTimeout(() => void (savesData() ? undefined : fetchCode(links)), SETTLED_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Some browsers report a metered or poor connection. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function isPlainClick(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The portal link that the target belongs to. */
function pageLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null;
  const area = link.closest('[data-nav]');
  if (!area || area.getAttribute('data-nav') === 'off') return null;
  return link.origin !== window.location.origin || link.getAttribute('href')?.startsWith('#') ? null : link;
}
