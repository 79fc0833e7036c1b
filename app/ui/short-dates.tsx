import { formatDate, formatDateLong, formatDateTime, formatDateTimeLong, formatDay, startOfDay } from '#server/domain/dates.ts';

/** Dates in table cells, as plain function calls like all cells; null where there is no date. */
function short(at: string | null, format: (at: string) => string) {
  const text = at === null ? '' : format(at);
  return at === null || text === '' ? null : <time dateTime={at}>{text}</time>;
}

export const shortDate = (at: string | null) => short(at, formatDate);

export const shortDateTime = (at: string | null) => short(at, formatDateTime);

/** Phones show only the day (table.css). */
export const roomyDateTime = (at: string) => {
  const [day, hour] = formatDateTime(at).split(' ');
  return (
    <time dateTime={at}>
      {`${day} `}
      <span>{hour}</span>
    </time>
  );
};

/** @param day YYYY-MM-DD */
export const shortDay = (day: string) => short(day, formatDay);

/** The text shown when hovering a short date: the long Spanish date (docs/specification.md section 9), with the time for an instant. */
export function longDate({ dateTime }: Pick<HTMLTimeElement, 'dateTime'>): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(dateTime) ? formatDateLong(startOfDay(dateTime)) : formatDateTimeLong(dateTime);
}
