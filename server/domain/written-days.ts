import { existingDay, MONTHS, parseDay, type DayRange } from './dates.ts';
import { withoutAccents } from './text.ts';

export const WRITTEN_DAY = /^(\d{1,2})[ /.-]+(?:de )?(\d{1,2}|[a-z]{3,10})[ /.-]+(?:del? )?(\d{4}|\d{2})$/;
const JOINED_DAY = /^(\d{2})(\d{2})(\d{4})$/;
/** What may stand around a day that the portal shows: its weekday, and its hour. */
const WEEKDAY = /^(?:lun|mar|mie|jue|vie|sab|dom)[a-z]{0,6}\.?,? (?=\d)/;
const HOUR_BEHIND = /,? \d{1,2}(?::\d{2}){1,2}$/;
/** More is no date. */
export const WRITTEN_DAY_MAX = 50;

/**
 * A day as people write it into a form and as the portal shows it, in this century where the year has two digits: `31/12/2026`,
 * `31-12-26`, `31.12.2026`, `31122026`, `31 dic 2026`, `31 de diciembre de 2026, 22:30`, and `2026-12-31`, which native controls and
 * programs send. Else null: a day without a year, or a month without a day, may be several (notDay).
 */
export function parseWrittenDay(text: string): string | null {
  const written = plainDay(text);
  const match = WRITTEN_DAY.exec(written) ?? JOINED_DAY.exec(written);
  if (!match) return parseDay(written);
  const [, day, month = '', year = ''] = match;
  return existingDay(Number(year.length === 2 ? `20${year}` : year), monthIn(month), Number(day));
}

/** `diciembre`, `dic`, also `setiembre` and `set`, as many write it here: 1 to 12; 0 for no month. */
export function monthNamed(word: string): number {
  const known = word.replace(/^set(?=i|$)/, 'sept');
  return known.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(known)) + 1;
}

export const monthIn = (text: string) => (/^\d/.test(text) ? Number(text) : monthNamed(text));

/** In small letters without accents, weekday and hour; '' for what is far too long. */
export function plainDay(text: string): string {
  if (text.length > WRITTEN_DAY_MAX) return '';
  const written = withoutAccents(text.trim().toLowerCase()).replace(/\s+/g, ' ');
  return written.replace(WEEKDAY, '').replace(HOUR_BEHIND, '');
}

const WRITTEN_TIME = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(?::\d{2})?)?\s?(?:h|hrs?|horas)?\.?\s?([ap])?\.?\s?m?\.?$/;
const JOINED_TIME = /^(\d{1,2})(\d{2})$/;

/** A time of day as people write it: `8:30`, `08.30`, `0830`, `8`, `8:30 p. m.` → `20:30`, seconds left out. `HH:MM` of 24 hours, else null. */
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

/** From what a URL holds; a text that is not a day counts as open, and a range the wrong way round is turned. */
export function parseDayRange(from: string | null | undefined, to: string | null | undefined): DayRange {
  const range = { from: parseWrittenDay(from ?? ''), to: parseWrittenDay(to ?? '') };
  return range.from !== null && range.to !== null && range.from > range.to ? { from: range.to, to: range.from } : range;
}
