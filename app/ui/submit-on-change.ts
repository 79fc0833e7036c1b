import type { FocusEvent, FormEvent, KeyboardEvent } from 'react';

/** A key is being handled: a select that changes now is closed, and moved one option on. */
let isKey = false;
/** The select that keys moved on, until Enter or leaving it takes the option. */
let moved: HTMLSelectElement | null = null;

const submit = (select: HTMLSelectElement) => select.form?.requestSubmit();

/**
 * Props of a select in a GET form that is sent on change, without a button. `autoComplete: 'off'` stops the browser from restoring an
 * earlier choice, which would not match the page and would be taken for a new choice (early-input.ts). Firefox reads it on the select,
 * Chromium and Safari on its form, which needs it too.
 *
 * Keys change a closed select at every option on the way to the wanted one: without waiting, a page would load for each. An option chosen
 * in the open list is taken at once, also by keys: browsers report it after the key.
 */
export const sentOnChange = (take: (select: HTMLSelectElement) => void = submit) => {
  const takeMoved = ({ currentTarget: select }: FocusEvent<HTMLSelectElement> | KeyboardEvent<HTMLSelectElement>) => {
    const isWaiting = moved === select;
    moved = null;
    if (isWaiting && select.selectedOptions[0]?.defaultSelected === false) take(select);
    return isWaiting;
  };
  return {
    autoComplete: 'off',
    onChange({ currentTarget }: FormEvent<HTMLSelectElement>) {
      if (isKey) moved = currentTarget;
      else take(currentTarget);
    },
    onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
      if (event.key !== 'Enter') {
        isKey = true;
        setTimeout(() => (isKey = false));
      } else if (takeMoved(event)) event.preventDefault();
    },
    onBlur: takeMoved,
  };
};
