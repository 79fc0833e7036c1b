import { useEffect, type RefObject } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useRootMark } from '../../../ui/use-root-mark.ts';

interface WholeWindowButtonProps {
  viewer: RefObject<HTMLElement>;
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}

/** Toggles whether the document fills the window: also by `f`, and Escape. */
export function WholeWindowButton({ viewer, isWhole, onChange }: WholeWindowButtonProps) {
  useViewerKeys(viewer, (key) => {
    if (key !== 'f') return false;
    onChange(!isWhole);
    return true;
  });
  useEffect(() => {
    if (!isWhole) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !viewer.current?.querySelector('details[open]')) onChange(false);
    };
    document.addEventListener('keydown', leave, { capture: true });
    return () => document.removeEventListener('keydown', leave, { capture: true });
  }, [viewer, isWhole, onChange]);
  return (
    <Button
      look="quiet"
      small
      icon={isWhole ? 'minimize-2' : 'maximize-2'}
      iconOnly
      title={isWhole ? 'Salir (f)' : 'Ventana completa (f)'}
      onClick={() => onChange(!isWhole)}
    >
      {isWhole ? 'Salir de la ventana completa' : 'Ventana completa'}
    </Button>
  );
}

/** While `isWhole`, everything outside the element is inert and cannot be reached. */
export function useWholeWindow(ref: RefObject<HTMLElement>, isWhole: boolean): void {
  useRootMark('whole-viewer', isWhole ? '' : null);
  useEffect(() => {
    if (!isWhole) return;
    const others = besides(ref.current).filter((element) => !element.inert);
    for (const element of others) element.inert = true;
    return () => {
      for (const element of others) element.inert = false;
    };
  }, [ref, isWhole]);
}

function besides(element: HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inside = element; inside && inside !== document.body; inside = inside.parentElement)
    for (const other of inside.parentElement?.children ?? []) if (other !== inside && other instanceof HTMLElement) found.push(other);
  return found;
}
