import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';

/** False on the server and during hydration, so that both render the same; true once scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

/** Tells the form that a script changed the control, as if it had been typed in. */
export function announceInput(control: HTMLElement | null): void {
  control?.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The same, also for listeners of `change`. */
export function announceChange(control: HTMLElement | undefined): void {
  for (const type of ['input', 'change']) control?.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * For a button that removes its own row, marked `data-remove`: the focus goes to the same button of the next row, else of the one before, else
 * to what adds a row, marked `data-add`. Call it before the row goes; a row that React reuses for the next one keeps the focus.
 */
export function passFocusOn(button: HTMLElement): void {
  const form = button.closest('form');
  const all = [...(form?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
  const at = all.indexOf(button);
  setTimeout(() => {
    if (!button.isConnected) (all[at + 1] ?? all[at - 1] ?? form?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
}

export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls people fill in, as opposed to buttons and fieldsets. */
export function isFormControl(element: Element): element is FormControl {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
}

/**
 * Makes a value set by a script count as typed, for the unsaved-changes warning and previews.
 * @returns the ref for the control that holds `value`. The control, hidden or not, needs an `onChange`: it restores what was typed before
 * the browser left the page.
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
