import { formatDate, formatDateLong, formatDateTime, formatDateTimeLong, formatDay, startOfDay } from '#server/domain/dates.ts';

type Format = (at: string) => string;

/**
 * Dates of tables: short, with the long date of Spanish (docs/specification.md section 9) as their title. Plain calls, as all cells are
 * drawn; null where there is no date.
 */
function short(at: string | null, format: Format, formatLong: Format) {
  const text = at === null ? '' : format(at);
  return at === null || text === '' ? null : (
    <time dateTime={at} title={formatLong(at)}>
      {text}
    </time>
  );
}

export const shortDate = (at: string | null) => short(at, formatDate, formatDateLong);

export const shortDateTime = (at: string | null) => short(at, formatDateTime, formatDateTimeLong);

/** @param day YYYY-MM-DD */
export const shortDay = (day: string) => short(day, formatDay, (one) => formatDateLong(startOfDay(one)));
