import type { ChangeEvent } from 'react';

let changed = '';

function submitOnChange({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
  changed = currentTarget.name;
  currentTarget.form?.requestSubmit();
}

/**
 * Props of a select of a GET form: choosing is enough, no button needed. Browsers put back no earlier choice: it would say
 * what the page does not show, and be taken for one that was made now (early-input.ts). Firefox looks at the select for that,
 * Chromium and Safari at its form, which needs the same.
 */
export const SENT_ON_CHANGE = { onChange: submitOnChange, autoComplete: 'off' } as const;

/** Props of a form with such selects that is drawn anew with its answer: who chose by keyboard goes on from the same place. */
export const FORM_SENT_ON_CHANGE = { ref: keepFocus, autoComplete: 'off' } as const;

function keepFocus(form: HTMLFormElement | null): void {
  const control = form?.elements.namedItem(changed);
  if (!(control instanceof HTMLElement)) return;
  changed = '';
  // What lies in a menu is hidden again: its button stands for it.
  if (document.activeElement === document.body) (control.closest('details')?.querySelector('summary') ?? control).focus();
}
