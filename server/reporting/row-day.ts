/**
 * The Guatemala day of a row and its month, as SQL over `t`. Rows are many and days few: rows are put together by a key that
 * costs next to nothing, and only keys are turned into days and months.
 */
export interface RowDay {
  /** What the rows of one day have in common. */
  key: string;
  /** The date that a key stands for. */
  day: (key: string) => string;
  monthKey: string;
  /** `YYYY-MM`. */
  month: (key: string) => string;
}

/** Of a moment. @param column timestamptz */
export function momentDay(column: string): RowDay {
  return {
    key: `date_bin('1 day', ${column}, timestamptz '2000-01-01 06:00:00+00')`,
    day: (key) => `guatemala_day(${key})`,
    monthKey: `date_trunc('month', ${column} AT TIME ZONE 'UTC' - interval '6 hours')`,
    month: (key) => `to_char(${key}, 'YYYY-MM')`,
  };
}

/** Of a day in writing. @param column text, `YYYY-MM-DD` or '' */
export function writtenDay(column: string): RowDay {
  return {
    key: column,
    day: (key) => `nullif(${key}, '')::date`,
    monthKey: `left(${column}, ${'YYYY-MM'.length})`,
    month: (key) => key,
  };
}
