import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { discoverPage, preloadPage } from './preload-pages.ts';

/**
 * Plain `<a>` inside `data-nav` navigate without loading the whole page: one listener here instead of a router link per
 * row, which costs a quarter of the server's rendering time. Downloads, other targets and modified clicks stay the browser's.
 */
export function usePageLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const all = new AbortController();
    const { signal } = all;
    const preload = ({ target }: Event) => {
      const link = pageLink(target);
      if (link) preloadPage(link);
    };
    const follow = (event: MouseEvent) => {
      const link = isPlainClick(event) ? pageLink(event.target) : null;
      if (!link) return;
      event.preventDefault();
      preloadPage(link);
      navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    document.addEventListener('click', follow, { signal });
    document.addEventListener('pointerover', preload, { signal, passive: true });
    document.addEventListener('focusin', preload, { signal });
    return () => all.abort();
  }, [navigate]);
  useEffect(() => {
    // Where people go most is known before they point at it.
    for (const link of document.querySelectorAll('nav[data-nav] a[href]')) if (link instanceof HTMLAnchorElement) discoverPage(link);
  }, []);
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
