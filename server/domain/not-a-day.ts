import { monthIn, monthNamed, parseWrittenDay, plainDay, WRITTEN_DAY } from './written-days.ts';

const WITHOUT_YEAR = /^\d{1,2}[ /.-]+(?:de )?(\d{1,2}|[a-z]{3,10})\.?$/;
const WITHOUT_DAY = /^([a-z]{3,10})\.?[ /-]+(?:del? )?(?:\d{4}|\d{2})$/;

/** An error message for a date field, with what is missing in a text that is almost a date. */
export function invalidDayMessage(label: string, typed: string): string {
  const why = explainInvalidDay(typed);
  return `Escriba una fecha que exista en «${label}», como 31/12/2026${why && `: ${why}`}.`;
}

/** What is missing in a text that is almost a date; '' for any other. */
export function explainInvalidDay(text: string): string {
  const written = plainDay(text);
  if (monthIn(WITHOUT_YEAR.exec(written)?.[1] ?? '') > 0) return 'falta el año';
  if (monthNamed(WITHOUT_DAY.exec(written)?.[1] ?? '') > 0) return 'falta el día';
  const [, day = '', month = '', year = ''] = WRITTEN_DAY.exec(written) ?? [];
  return parseWrittenDay(`${month}/${day}/${year}`) ? 'el día va antes del mes' : '';
}
