const BARS = '.save-bar, #seleccion';

/**
 * Moves the visible toast (Toast.tsx) to the other end of the window while it would cover the focused element or a bar of buttons, unless
 * it would cover one there, too (parts.css).
 */
export function giveWay(signal: AbortSignal): void {
  const notice = document.querySelector('.toasts');
  if (!notice) return;
  const covers = (isAway: boolean) => {
    notice.toggleAttribute('data-away', isAway);
    const own = notice.getBoundingClientRect();
    return [document.activeElement, ...document.querySelectorAll(BARS)].some((other) => {
      if (!other || other === document.body || notice.contains(other)) return false;
      const { top, bottom, left, right } = other.getBoundingClientRect();
      return top < own.bottom && bottom > own.top && left < own.right && right > own.left;
    });
  };
  const move = () => void (covers(false) && covers(true) && covers(false));
  move();
  for (const type of ['focusin', 'change', 'scroll', 'resize'])
    window.addEventListener(type, move, { capture: true, passive: true, signal });
}
