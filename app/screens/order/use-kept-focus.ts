import { useEffect, useRef, type RefObject } from 'react';

/**
 * A step moves the row and may end its button: the focus follows the row, so that the next step is one key away. Buttons say
 * `data-step="<row>/<step>"`.
 * @param within the form that they send, or what holds their forms
 */
export function useKeptFocus(within: RefObject<HTMLElement>, id: string): void {
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    const remember = (event: SubmitEvent) => {
      if (event.target instanceof Node && within.current?.contains(event.target))
        pressed.current = event.submitter?.dataset['step'] ?? null;
    };
    document.addEventListener('submit', remember, true);
    return () => document.removeEventListener('submit', remember, true);
  }, [within, id]);
  useEffect(() => {
    const step = pressed.current;
    if (step === null || document.activeElement?.matches(`:enabled[data-step="${CSS.escape(step)}"]`)) return;
    const row = step.slice(0, step.lastIndexOf('/'));
    const wanted = [step, `${row}/up`, `${row}/down`].map((name) =>
      document.querySelector<HTMLButtonElement>(`[data-step="${CSS.escape(name)}"]`),
    );
    // A button that has just been disabled is about to lose the focus.
    const lostFocus =
      document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(':disabled');
    if (lostFocus) wanted.find((button) => button && !button.disabled)?.focus();
  });
}
