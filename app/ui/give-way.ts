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
    const focused = document.activeElement;
    // A heading that has the focus only so that it is read aloud may be covered.
    const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0 && !notice.contains(focused);
    return [...(isControl ? [focused] : []), ...document.querySelectorAll(BARS)].some((other) => {
      const { top, bottom, left, right } = other.getBoundingClientRect();
      return top < own.bottom && bottom > own.top && left < own.right && right > own.left;
    });
  };
  const move = () => void (covers(false) && covers(true) && covers(false));
  move();
  for (const type of ['focusin', 'change', 'scroll', 'resize'])
    window.addEventListener(type, move, { capture: true, passive: true, signal });
}
