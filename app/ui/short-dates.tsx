import { formatDate, formatDateLong, formatDateTime, formatDateTimeLong, formatDay, startOfDay } from '#server/domain/dates.ts';

/** Dates of tables. Plain calls, as all cells are drawn; null where there is no date. */
function short(at: string | null, format: (at: string) => string) {
  const text = at === null ? '' : format(at);
  return at === null || text === '' ? null : <time dateTime={at}>{text}</time>;
}

export const shortDate = (at: string | null) => short(at, formatDate);

export const shortDateTime = (at: string | null) => short(at, formatDateTime);

/** Phones have room for the day only (table.css). */
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

/** What a short date tells on hover: the long date of Spanish (docs/specification.md section 9), of an instant with its time. */
export function longDate({ dateTime }: Pick<HTMLTimeElement, 'dateTime'>): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(dateTime) ? formatDateLong(startOfDay(dateTime)) : formatDateTimeLong(dateTime);
}
