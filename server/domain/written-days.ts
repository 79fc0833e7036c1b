import { dayOf, existingDay, MONTHS, type DayRange } from './dates.ts';
import { withoutAccents } from './text.ts';

export const WRITTEN_DAY = /^(\d{1,2})[ /.-]+(?:de )?(\d{1,2}|[a-z]{3,10})[ /.-]+(?:del? )?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
const JOINED_DAY = /^(\d{2})(\d{2})(\d{4})$/;
/** What may surround a day as the portal shows it: its weekday and its time. */
const WEEKDAY = /^(?:lun|mar|mie|jue|vie|sab|dom)[a-z]{0,6}\.?,? (?=\d)/;
const HOUR_BEHIND = /,? \d{1,2}(?::\d{2}){1,2}$/;
/** Longer texts are not a date. */
export const WRITTEN_DAY_MAX = 50;

/**
 * Parses a day as people type it and as the portal shows it; two-digit years are those of fullYear: `31/12/2026`,
 * `31-12-26`, `31.12.2026`, `31122026`, `31 dic 2026`, `31 de diciembre de 2026, 22:30`, and `2026-12-31` or `2026/12/31`, which native
 * controls and programs send. Otherwise null: a day without a year, or a month without a day, is ambiguous (invalidDayMessage).
 */
export function parseWrittenDay(text: string, thisYear?: number): string | null {
  const written = plainDay(text);
  const [, firstYear, ...rest] = YEAR_FIRST.exec(written) ?? [];
  if (firstYear !== undefined) return existingDay(Number(firstYear), Number(rest[0]), Number(rest[1]));
  const match = WRITTEN_DAY.exec(written) ?? JOINED_DAY.exec(written);
  if (!match) return null;
  const [, day, month = '', year = ''] = match;
  return existingDay(fullYear(year, thisYear), monthIn(month), Number(day));
}

/** Further ahead than this lies no expiry or appointment that people write with a short year, but many a birthday lies as far back. */
const YEARS_AHEAD = 20;

/** A typed year; of two digits the last such year until 20 years from now: in 2026, `46` is 2046 and `68` is 1968. */
function fullYear(year: string, thisYear = Number(dayOf(new Date()).slice(0, 4))): number {
  if (year.length === 4) return Number(year);
  const latest = thisYear + YEARS_AHEAD;
  const inCentury = latest - (latest % 100) + Number(year);
  return inCentury > latest ? inCentury - 100 : inCentury;
}

/** The month of `diciembre` or `dic`, also of `setiembre` and `set`, which are common here: 1 to 12; 0 for anything else. */
export function monthNamed(word: string): number {
  const known = word.replace(/^set(?=i|$)/, 'sept');
  return known.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(known)) + 1;
}

export const monthIn = (text: string) => (/^\d/.test(text) ? Number(text) : monthNamed(text));

/** Lower case without accents, weekday and time; '' for texts that are far too long. */
export function plainDay(text: string): string {
  if (text.length > WRITTEN_DAY_MAX) return '';
  const written = withoutAccents(text.trim().toLowerCase()).replace(/\s+/g, ' ');
  return written.replace(WEEKDAY, '').replace(HOUR_BEHIND, '');
}

const WRITTEN_TIME = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?::\d{2})?)?\s?(?:h|hrs?|horas)?\.?\s?([ap])?\.?\s?m?\.?$/;
const JOINED_TIME = /^(\d{1,2})(\d{2})$/;

/** Parses a time of day: `8:30`, `08.30`, `0830`, `8`, `8:30 p. m.` → `20:30`; seconds are dropped. 24-hour `HH:MM`, else null. */
export function parseWrittenTime(text: string): string | null {
  if (text.length > 20) return null;
  const written = text.trim().toLowerCase();
  const match = WRITTEN_TIME.exec(written) ?? JOINED_TIME.exec(written);
  if (!match) return null;
  const [, hours, minute = '00', half] = match;
  const typed = Number(hours);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  return hour < 24 && Number(minute) < 60 ? `${String(hour).padStart(2, '0')}:${minute}` : null;
}

/** Reads a range from URL parameters; an invalid day counts as open, and a reversed range is swapped. */
export function parseDayRange(from: string | null | undefined, to: string | null | undefined): DayRange {
  const range = { from: parseWrittenDay(from ?? ''), to: parseWrittenDay(to ?? '') };
  return range.from !== null && range.to !== null && range.from > range.to ? { from: range.to, to: range.from } : range;
}
