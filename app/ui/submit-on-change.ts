import type { ChangeEvent } from 'react';

function submitOnChange({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
  currentTarget.form?.requestSubmit();
}

/**
 * Props of a select in a GET form that is sent on change, without a button. `autoComplete: 'off'` stops the browser from restoring an
 * earlier choice, which would not match the page and would be taken for a new choice (early-input.ts). Firefox reads it on the select,
 * Chromium and Safari on its form, which needs it too.
 */
export const SENT_ON_CHANGE = { onChange: submitOnChange, autoComplete: 'off' } as const;
