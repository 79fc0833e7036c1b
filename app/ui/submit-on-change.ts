import type { ChangeEvent } from 'react';

/** For selects and dates of a GET form: choosing is enough, no button needed. */
export function submitOnChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void {
  event.currentTarget.form?.requestSubmit();
}
