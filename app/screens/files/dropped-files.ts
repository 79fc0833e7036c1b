import { useEffect, useState } from 'react';
import { DROP_EVENT } from '../../hold-early.ts';

/** Passes on files dropped anywhere on the page, including those dropped before this code loaded. null takes none. */
export function useDroppedFiles(onFiles: ((files: readonly File[]) => void) | null): void {
  useEffect(() => {
    if (!onFiles) return undefined;
    const deliver = () => {
      const files = window.portalDrops?.splice(0) ?? [];
      if (files.length > 0) onFiles(files);
    };
    deliver();
    window.addEventListener(DROP_EVENT, deliver);
    return () => window.removeEventListener(DROP_EVENT, deliver);
  }, [onFiles]);
}

/** Files dropped on a page that takes none must not appear on another page. */
export function forgetDroppedFiles(): void {
  window.portalDrops?.splice(0);
}

/** Whether files are being dragged over the page. */
export function useDraggedFiles(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const all = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(type, listener, { signal: all.signal, capture: true });
    listen('dragover', (event) => setOver(event.dataTransfer?.types.includes('Files') ?? false));
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', () => setOver(false));
    return () => all.abort();
  }, []);
  return over;
}
