import { useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fetchInBackground } from '../../page-data.ts';
import peekStyles from '../../styles/peek.css';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { PEEK_HEADER, rowLink } from './row-link.ts';

/** Loaded before the panel shows. */
export const PEEK_STYLES = peekStyles;

/** Rows passed quickly are not fetched: viewing the page of a file counts as opening it, which the ledger records. */
const SETTLED_MS = 150;

/** Controls and page furniture that the panel leaves out. */
const NOT_SHOWN =
  'script, noscript, style, form, details:has(form, > .btn), nav, dialog, button, .btn, .drop, .no-print, .paper-head, .page-actions, .page-freshness, .save-bar, h1';

type Shown = { state: 'failed' | 'loading' } | { state: 'there'; heading: string };

/**
 * Shows the focused row's record beside the list, as its page looks without scripts. It requests the same address as the same person, so
 * that permissions, refusals and ledger entries are those of opening it. It follows the focus through the rows.
 */
export function Peek({ onClose }: { onClose: () => void }) {
  const { key } = useLocation();
  const [opened] = useState(key);
  const [link, setLink] = useState(rowLink);
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    makeRoom(true);
    return () => makeRoom(false);
  }, []);
  useEffect(() => {
    if (key !== opened || link === null) onClose();
  }, [key, opened, link, onClose]);
  const close = useCallback(() => {
    link?.focus();
    onClose();
  }, [link, onClose]);
  useEffect(() => {
    const follow = () => setLink((before) => rowLink() ?? before);
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open], details.drop[open]')) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('keydown', press, { capture: true });
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('keydown', press, { capture: true });
    };
  }, [close]);
  useEffect(() => {
    if (link === null) return;
    link.scrollIntoView({ block: 'nearest' });
    const left = new AbortController();
    const timer = setTimeout(() => {
      readRecord(link.href, left.signal).then(
        ({ heading, parts }) => {
          body.current?.replaceChildren(...parts);
          setShown({ state: 'there', heading });
        },
        () => left.signal.aborted || setShown({ state: 'failed' }),
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [link]);
  return (
    <aside className="peek no-print" aria-label="Vista rápida" aria-busy={shown.state === 'loading'} data-nav="">
      <div className="mb-3 flex items-start gap-2">
        <h2 className="min-w-0 flex-1 wrap-anywhere">{shown.state === 'there' ? shown.heading : 'Vista rápida'}</h2>
        <a className={buttonClass('plain', true)} href={link?.href}>
          Abrir
        </a>
        <Button small look="quiet" icon="x" iconOnly onClick={close}>
          Cerrar la vista rápida
        </Button>
      </div>
      <p role="status" className={shown.state === 'failed' ? '' : 'sr-only'}>
        {shown.state === 'failed' ? 'No se pudo mostrar aquí. Ábralo con Enter.' : shown.state === 'there' ? shown.heading : ''}
      </p>
      {shown.state === 'loading' ? <div className="skeleton h-40" /> : null}
      <div ref={body} hidden={shown.state !== 'there'} />
    </aside>
  );
}

/**
 * Marks the root for style rules. Head and filters wrap differently beside the panel: scrolling keeps the row where it was on the screen.
 */
function makeRoom(isShown: boolean): void {
  const top = () => rowLink()?.getBoundingClientRect().top ?? 0;
  const before = top();
  document.documentElement.toggleAttribute('data-peek', isShown);
  window.scrollBy({ top: top() - before, behavior: 'instant' });
}

async function readRecord(href: string, signal: AbortSignal): Promise<{ heading: string; parts: Node[] }> {
  const response = await fetchInBackground(href, { signal, headers: { Accept: 'text/html', [PEEK_HEADER]: '1' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const main = page.getElementById('contenido');
  if (!main) throw new Error('no page of the portal: the session is over, or the portal is away');
  const heading = main.querySelector('h1')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  for (const part of main.querySelectorAll(NOT_SHOWN)) part.remove();
  // Ids that the list also uses.
  for (const named of main.querySelectorAll('[id]')) named.removeAttribute('id');
  return { heading, parts: [...main.childNodes] };
}
