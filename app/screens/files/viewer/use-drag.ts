import { useEffect, type RefObject } from 'react';

/** The paper is moved with the mouse as by a hand; fingers scroll by themselves, and the other buttons stay the browser's. */
export function useDrag(scroller: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const all = new AbortController();
    const { signal } = all;
    let held: { x: number; y: number; left: number; top: number } | null = null;
    const take = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse' || !isPaper(element, event)) return;
      held = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      element.setPointerCapture(event.pointerId);
      element.setAttribute('data-held', '');
    };
    const move = (event: PointerEvent) => {
      if (held) element.scrollTo(held.left - (event.clientX - held.x), held.top - (event.clientY - held.y));
    };
    const letGo = () => {
      held = null;
      element.removeAttribute('data-held');
    };
    element.addEventListener('pointerdown', take, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', letGo, { signal });
    element.addEventListener('pointercancel', letGo, { signal });
    return () => all.abort();
  }, [scroller]);
}

/** Not a button on it, and not the scroll bars beside it. */
function isPaper(element: HTMLElement, { target, clientX, clientY }: PointerEvent): boolean {
  const { left, top } = element.getBoundingClientRect();
  const isBeside = clientX - left > element.clientWidth || clientY - top > element.clientHeight;
  return !isBeside && target instanceof Element && !target.closest('button, a');
}
