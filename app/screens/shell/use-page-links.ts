import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { beginVisit, discoverPage, fetchCode, MENU_LINKS, prepareVisit } from './preload-pages.ts';

/** After this the page that somebody came for has everything it needs. */
const SETTLED_AFTER_MS = 3_000;

/**
 * Plain `<a>` inside `data-nav` navigate without loading the whole page: one listener here instead of a router link per
 * row, which costs a quarter of the server's rendering time. Downloads, other targets and modified clicks stay the browser's.
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
      // Code that is not there yet would fail for good: the strip says why nothing happens.
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

/** Addresses of this window's history, by their place in it. */
const visited = new Map<number, string>();

function placeInHistory(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}

/** The way up to the page from which somebody came is the way back: it is found as it was left, with its place and its focus. */
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

/** The screens of the menu are known before somebody points at them, and their code is there. */
function prepareMenu(): () => void {
  const links = [...document.querySelectorAll(MENU_LINKS)].filter((link) => link instanceof HTMLAnchorElement);
  links.forEach(discoverPage);
  const timer = setTimeout(() => void (savesData() ? undefined : fetchCode(links)), SETTLED_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Some browsers tell that their person pays for data, or that the connection is a bad one. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function isPlainClick(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The link to another page of the portal to which the target belongs. */
function pageLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return null;
  const area = link.closest('[data-nav]');
  if (!area || area.getAttribute('data-nav') === 'off') return null;
  return link.origin !== window.location.origin || link.getAttribute('href')?.startsWith('#') ? null : link;
}
