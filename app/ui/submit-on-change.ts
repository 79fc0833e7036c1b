import type { ChangeEvent } from 'react';

let changed = '';

/** For selects and dates of a GET form: choosing is enough, no button needed. */
export function submitOnChange({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
  changed = currentTarget.name;
  currentTarget.form?.requestSubmit();
}

/** `ref` of a form that is drawn anew with its answer: who chose by keyboard goes on from the same place. */
export function keepFocus(form: HTMLFormElement | null): void {
  const control = form?.elements.namedItem(changed);
  if (!(control instanceof HTMLElement)) return;
  changed = '';
  // What lies in a menu is hidden again: its button stands for it.
  if (document.activeElement === document.body) (control.closest('details')?.querySelector('summary') ?? control).focus();
}
