import { useEffect, useRef, type RefObject } from 'react';
import { isShortcut } from '../../../ui/is-typing.ts';

/** Keys that also scroll other things: the viewer handles them only while it, or nothing, has the focus. */
const MOVES = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/**
 * Keyboard shortcuts of a document, while nobody types and no dialog is open. Keys that `act` does not handle keep their default.
 * @param act returns true when it handled the key
 */
export function useViewerKeys(viewer: RefObject<HTMLElement>, act: (key: string) => boolean): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isShortcut(event) || document.querySelector('dialog[open]')) return;
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
