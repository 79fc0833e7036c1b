import { useEffect, useRef, type RefObject } from 'react';

/**
 * A step moves the row (`data-item`) of its button (`data-step`) and may disable the button: the focus stays in the row, so that the next
 * step is one key away, and the live region marked `data-place` tells where the row stands.
 * @param within the form that the buttons send, or the element that holds their forms
 */
export function useKeptFocus(within: RefObject<HTMLElement>): void {
  const pressed = useRef<{ button: HTMLElement; place: string } | null>(null);
  useEffect(() => {
    const remember = ({ target, submitter: button }: SubmitEvent) => {
      if (target instanceof Node && within.current?.contains(target)) pressed.current = button && { button, place: placeOf(button) };
    };
    document.addEventListener('submit', remember, true);
    return () => document.removeEventListener('submit', remember, true);
  }, [within]);
  useEffect(() => {
    if (pressed.current === null) return;
    const { button, place } = pressed.current;
    const region = document.querySelector('[data-place]');
    if (region && placeOf(button) !== place) region.textContent = pressed.current.place = placeOf(button);
    // A button that has just been disabled is about to lose the focus.
    if (document.activeElement?.matches('body, :disabled'))
      [button, ...(button.parentElement?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
        .find((step) => step.matches(':enabled'))
        ?.focus();
  });
}

function placeOf(button: HTMLElement): string {
  const row = button.closest('[data-item]');
  const rows = [...(row?.parentElement?.children ?? [])];
  return row ? `Lugar ${rows.indexOf(row) + 1} de ${rows.length}.` : '';
}
