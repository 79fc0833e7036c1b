import { formatDate, formatDateLong, formatDateTime, formatDateTimeLong, formatDay, startOfDay } from '#server/domain/dates.ts';

/**
 * Dates of tables: short, with the long date of Spanish (specification section 9) as their title. Plain calls, as all cells are
 * drawn; null where there is no date.
 */
export function shortDate(at: string | null) {
  const text = formatDate(at);
  return at === null || text === '' ? null : (
    <time dateTime={at} title={formatDateLong(at)}>
      {text}
    </time>
  );
}

export function shortDateTime(at: string | null) {
  const text = formatDateTime(at);
  return at === null || text === '' ? null : (
    <time dateTime={at} title={formatDateTimeLong(at)}>
      {text}
    </time>
  );
}

/** @param day YYYY-MM-DD */
export function shortDay(day: string) {
  const text = formatDay(day);
  return text === '' ? null : (
    <time dateTime={day} title={formatDateLong(startOfDay(day))}>
      {text}
    </time>
  );
}
