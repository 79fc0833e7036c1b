/**
 * The Guatemala day and month of a row, as SQL over `t`. Rows are many and days few: rows are grouped by a cheap key,
 * and only keys are converted to days and months.
 */
export interface RowDay {
  /** Key shared by the rows of one day. */
  key: string;
  /** Converts a key to its date. */
  day: (key: string) => string;
  monthKey: string;
  /** Converts a month's key to `YYYY-MM`. */
  month: (key: string) => string;
}

/** For an instant. @param column timestamptz */
export function momentDay(column: string): RowDay {
  return {
    key: `date_bin('1 day', ${column}, timestamptz '2000-01-01 06:00:00+00')`,
    day: (key) => `guatemala_day(${key})`,
    monthKey: `date_trunc('month', ${column} AT TIME ZONE 'UTC' - interval '6 hours')`,
    month: (key) => `to_char(${key}, 'YYYY-MM')`,
  };
}

/** For a day stored as text. @param column text, `YYYY-MM-DD` or '' */
export function textDay(column: string): RowDay {
  return {
    key: column,
    day: (key) => `nullif(${key}, '')::date`,
    monthKey: `left(${column}, ${'YYYY-MM'.length})`,
    month: (key) => key,
  };
}
