import { useEffect, useRef, type RefObject } from 'react';

interface Step {
  /** The row's `data-item`. */
  item: string;
  /** The `data-step` of the button in it. */
  step: string;
}

/**
 * A step moves the row and may disable its button: the focus follows the row, so that the next step is one key away.
 * @param within the form that the buttons send, or the element that holds their forms
 */
export function useKeptFocus(within: RefObject<HTMLElement>, id: string): void {
  const pressed = useRef<Step | null>(null);
  useEffect(() => {
    const remember = (event: SubmitEvent) => {
      if (event.target instanceof Node && within.current?.contains(event.target)) pressed.current = stepOf(event.submitter);
    };
    document.addEventListener('submit', remember, true);
    return () => document.removeEventListener('submit', remember, true);
  }, [within, id]);
  useEffect(() => {
    if (pressed.current === null) return;
    const { item, step } = pressed.current;
    const buttonOf = (name: string) =>
      document.querySelector<HTMLButtonElement>(`[data-item="${CSS.escape(item)}"] [data-step="${CSS.escape(name)}"]:enabled`);
    const wanted = [step, 'up', 'down'].map(buttonOf);
    if (document.activeElement !== null && document.activeElement === wanted[0]) return;
    // A button that has just been disabled is about to lose the focus.
    const lostFocus =
      document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(':disabled');
    if (lostFocus) wanted.find((button) => button !== null)?.focus();
  });
}

function stepOf(button: HTMLElement | null): Step | null {
  const step = button?.dataset['step'];
  const item = button?.closest<HTMLElement>('[data-item]')?.dataset['item'];
  return step === undefined || item === undefined ? null : { item, step };
}
