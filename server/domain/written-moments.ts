import { existingDay, GUATEMALA_OFFSET_MS } from './dates.ts';
import { monthNamed } from './written-days.ts';
import { withoutAccents } from './text.ts';

/** A calendar day, or an instant in microseconds since 1970. */
type Moment = { day: string } | { micros: bigint };

/** Longer texts are not a date. */
const MOMENT_MAX = 100;
/** Day before month, as in Guatemala: US order is never guessed, so `12/31/2024` is invalid. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})(?!\d)/;
/** `martes, 5 de marzo de 2024`, `5 mar. 2024`. */
const SPOKEN = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})(?: de)? ([a-z]{3,10})\.?(?: del?)? (\d{4})(?!\d)/;
const CLOCK = /^(?:t|,? (?:a las? )?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([ap]\. ?m\.?|[ap]m)?/;
const ZONE = /^ ?(?:(z|utc|gmt)|(?:utc|gmt)? ?([-+])(\d{1,2})(?::?(\d{2}))?)$/;

/**
 * Parses a date as programs and people write it, with or without a time: ISO with any zone and up to nanoseconds, `2024/03/05`,
 * `05/03/2024`, `05-03-2024 15:04`, `5 de marzo de 2024, 3:04:05 p.m. UTC-6`. A time without a zone is Guatemala's. null for anything else,
 * also for days that do not exist and two-digit years.
 */
export function readWrittenMoment(text: string): Moment | null {
  if (text.length > MOMENT_MAX) return null;
  const written = withoutAccents(text.trim().toLowerCase()).replace(/\s+/g, ' ');
  const found = dayIn(written);
  if (!found) return null;
  const { day, rest } = found;
  if (rest === '') return { day };
  const clock = CLOCK.exec(rest);
  if (!clock) return null;
  const [time, hour = '', minute = '', second = '0', fraction = '', half = ''] = clock;
  const hours = hourOf(Number(hour), half);
  const offset = offsetOf(rest.slice(time.length));
  if (hours === null || Number(minute) > 59 || Number(second) > 59 || offset === null) return null;
  const millis = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + Number(minute)) * 60_000 + Number(second) * 1_000 - offset;
  return { micros: BigInt(millis) * 1_000n + BigInt(fraction.slice(0, 6).padEnd(6, '0')) };
}

function dayIn(written: string): { day: string; rest: string } | null {
  const [numbers, first, spoken] = [NUMBERS.exec(written), YEAR_FIRST.exec(written), SPOKEN.exec(written)];
  const [found, year, month, date] = numbers
    ? [numbers, numbers[4], numbers[3], numbers[1]]
    : first
      ? [first, first[1], first[3], first[4]]
      : [spoken, spoken?.[3], monthNamed(spoken?.[2] ?? ''), spoken?.[1]];
  const day = existingDay(Number(year), Number(month), Number(date));
  return found === null || day === null ? null : { day, rest: written.slice(found[0].length) };
}

function hourOf(hour: number, half: string): number | null {
  if (half === '') return hour < 24 ? hour : null;
  return hour < 1 || hour > 12 ? null : (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

/** Offset in milliseconds; null for an invalid zone. */
function offsetOf(rest: string): number | null {
  if (rest === '') return GUATEMALA_OFFSET_MS;
  const [, utc, sign, hours = '0', minutes = '0'] = ZONE.exec(rest) ?? [];
  if (utc !== undefined) return 0;
  return sign === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
