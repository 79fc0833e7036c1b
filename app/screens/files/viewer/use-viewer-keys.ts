import { useEffect, useRef, type RefObject } from 'react';
import { isTyping } from '../../../ui/is-typing.ts';

/** Keys that also move other things: they are the viewer's while it, or nothing, has the focus. */
const MOVES = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/**
 * The keys of a document, while nobody types and no dialog is open. What `act` does not take stays the browser's.
 * @param act true when the key meant something
 */
export function useViewerKeys(viewer: RefObject<HTMLElement>, act: (key: string) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (MOVES.has(event.key) && !isFree(event.target, viewer.current)) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [viewer]);
}

function isFree(target: EventTarget | null, viewer: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return false;
  return target === document.body || target.tagName === 'MAIN' || viewer?.contains(target) === true;
}
