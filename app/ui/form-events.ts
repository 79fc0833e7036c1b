import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';

/** False on the server and while its drawing is taken over, so that both draw the same; true once scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** Tells the form around a control that a script changed it, as if it had been typed. */
export function announceInput(control: HTMLElement | null): void {
  control?.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Tells it to whoever waits until a control was left or chosen, too. */
export function announceChange(control: HTMLElement | undefined): void {
  for (const type of ['input', 'change']) control?.dispatchEvent(new Event(type, { bubbles: true }));
}

export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What people fill in, unlike buttons and groups of controls. */
export function isFormControl(element: Element): element is FormControl {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

/**
 * What a script fills in must count as typed: unsaved-changes warning, preview. @returns the ref of the control that holds `value`, which needs
 * an `onChange`, hidden or not: what was typed before the browser went away comes back by it.
 */
export function useAnnounced<Control extends HTMLElement>(value: unknown): RefObject<Control> {
  const control = useRef<Control>(null);
  const mounted = useRef(false);
  useEffect(() => {
    if (mounted.current) announceInput(control.current);
    mounted.current = true;
  }, [value]);
  return control;
}
