import { useEffect, type RefObject } from 'react';
import { useRootMark } from '../../../ui/use-root-mark.ts';

/** While `isWhole`, nothing but the element can be reached: everything beside it, and beside what it lies in, is inert. */
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
