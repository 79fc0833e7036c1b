import type { ChangeEvent } from 'react';

function submitOnChange({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
  currentTarget.form?.requestSubmit();
}

/**
 * Props of a select of a GET form: choosing is enough, no button needed. Browsers put back no earlier choice: it would say
 * what the page does not show, and be taken for one that was made now (early-input.ts). Firefox looks at the select for that,
 * Chromium and Safari at its form, which needs the same.
 */
export const SENT_ON_CHANGE = { onChange: submitOnChange, autoComplete: 'off' } as const;
