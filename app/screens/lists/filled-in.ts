import { useSubmit } from '@remix-run/react';
import type { FormEvent } from 'react';
import { parseWrittenDay } from '#server/domain/written-days.ts';
import { PERIOD_PARAM } from '#server/domain/list-params.ts';
import { linesIn } from '#server/domain/text.ts';

/**
 * Sends a filter form without its empty fields, so that addresses stay short, and with several values of a field as separate parameters.
 */
export function useFilledIn() {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(filledIn(new FormData(event.currentTarget)), { method: 'get', action: window.location.pathname });
  };
}

function filledIn(form: FormData): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of form)
    for (const one of typeof value === 'string' && value.trim() !== '' ? linesIn(value.trim()) : [])
      params.append(name, written(name, one));
  // Typed days take precedence over a named period.
  if (params.has('from') || params.has('to')) params.delete(PERIOD_PARAM);
  return params;
}

/** Days in the format of addresses, however they were typed. */
function written(name: string, text: string): string {
  return name === 'from' || name === 'to' ? (parseWrittenDay(text) ?? text) : text;
}
