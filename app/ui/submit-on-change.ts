import type { FormEvent, KeyboardEvent } from 'react';

/** A key is being handled: a select that changes now is closed, and moved one option on. */
let isKey = false;

/**
 * Props of a select in a GET form that is sent on change, without a button. `autoComplete: 'off'` stops the browser from restoring an
 * earlier choice, which would not match the page and would be taken for a new choice (early-input.ts). Firefox reads it on the select,
 * Chromium and Safari on its form, which needs it too.
 *
 * Keys change a closed select at every option on the way to the wanted one: without waiting for Enter, or for the select to be left, a page
 * would load for each. An option chosen in the open list is taken at once, also by keys: browsers report it after the key.
 */
export const sentOnChange = (take = (select: HTMLSelectElement): unknown => select.form?.requestSubmit()) => ({
  autoComplete: 'off',
  onChange({ currentTarget: select }: FormEvent<HTMLSelectElement>) {
    const takeMoved = () => {
      select.onblur = null;
      if (!select.selectedOptions[0]?.defaultSelected) take(select);
    };
    select.onblur = isKey ? takeMoved : null;
    if (!isKey) take(select);
  },
  onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
    const { onblur } = event.currentTarget;
    isKey = event.key !== 'Enter';
    if (isKey) setTimeout(() => (isKey = false));
    else if (onblur) {
      event.preventDefault();
      onblur.call(event.currentTarget, new FocusEvent('blur'));
    }
  },
});
