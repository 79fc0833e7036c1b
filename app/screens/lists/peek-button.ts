import { loadStyles } from '../../ui/load-styles.ts';
import peekStyles from '../../styles/peek.css';
import { recordLink, ROWS } from './row-link.ts';

/** One shared button for the rows of all lists, placed beside the hovered row. Keyboards use Space. @returns the cleanup function */
export function offerPeek(toggle: () => void): () => void {
  const button = document.createElement('button');
  Object.assign(button, {
    type: 'button',
    className: 'btn peek-button no-print',
    tabIndex: -1,
    hidden: true,
    title: 'Ver al lado (Espacio)',
  });
  button.setAttribute('aria-label', 'Ver al lado');
  button.append(Object.assign(document.createElement('span'), { className: 'icon icon-panel-left-open' }));
  document.body.append(button);
  let link: HTMLAnchorElement | null = null;
  const stop = new AbortController();
  const { signal } = stop;
  const hide = () => (button.hidden = true);
  const follow = ({ target }: Event) => {
    if (!(target instanceof Element) || button.contains(target)) return;
    const row = target.closest(ROWS);
    link = row ? recordLink(row) : null;
    if (!row || !link) return hide();
    const { top, left, height } = row.getBoundingClientRect();
    button.hidden = false;
    button.style.top = `${window.scrollY + top + Math.min(height, button.offsetHeight * 2) / 2 - button.offsetHeight / 2}px`;
    button.style.left = `${Math.max(0, window.scrollX + left - button.offsetWidth - 2)}px`;
  };
  void loadStyles(peekStyles).then(() => {
    document.addEventListener('pointerover', follow, { signal });
    document.addEventListener('focusin', follow, { signal });
  });
  // Also inside a table that scrolls within its frame.
  document.addEventListener('scroll', ({ target }) => target !== document && hide(), { signal, capture: true });
  document.addEventListener('click', ({ target }) => target instanceof Node && !button.contains(target) && hide(), { signal });
  button.addEventListener('click', () => {
    const isShown = link === document.activeElement && document.documentElement.hasAttribute('data-peek');
    link?.focus({ preventScroll: true });
    // An open panel follows the focus from row to row by itself.
    if (isShown || !document.documentElement.hasAttribute('data-peek')) toggle();
  });
  // Keeps the focus in the row, which the click handler needs.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  return () => {
    stop.abort();
    button.remove();
  };
}
