import { GUATEMALA_OFFSET_MS } from '../../../domain/dates.ts';

/** A date format in documents of other programs: in Guatemala time, or in UTC if it ends in `Z`. */
export interface DateForm {
  /** The format as given. */
  text: string;
  /** It has no time of day. */
  isDay: boolean;
  /** null if the value does not have this format. */
  read(value: unknown): Date | null;
  /** The inverse of `read`, to the day, second or millisecond that the format has. */
  write(date: Date): string | number;
}

const TOKEN = /yyyy|yy|MM|M|dd|d|HH|H|mm|SSS|ss/g;
const LITERALS = /^[-/. :,T]*$/;
const DAY = ['y', 'M', 'd'];
const CLOCK = ['H', 'm', 's', 'S'];
const MS_PER_SECOND = 1_000;

/** Parses `dd/MM/yyyy`, `yyyy-MM-dd HH:mm:ss`, `yyyy-MM-ddTHH:mm:ss.SSSZ` and the like, or `milliseconds` or `seconds` since 1970; else null. */
export function parseDateForm(text: string): DateForm | null {
  if (text === 'milliseconds' || text === 'seconds') return epochForm(text, text === 'seconds' ? MS_PER_SECOND : 1);
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  const letters = tokens.map((token) => token.slice(0, 1));
  const clock = letters.filter((letter) => CLOCK.includes(letter));
  const isUtc = clock.length > 0 && text.endsWith('Z');
  const offsetMs = isUtc ? 0 : GUATEMALA_OFFSET_MS;
  const isForm =
    LITERALS.test((isUtc ? text.slice(0, -1) : text).replace(TOKEN, '')) &&
    DAY.every((letter) => letters.filter((one) => one === letter).length === 1) &&
    clock.join('') === CLOCK.slice(0, clock.length).join('') &&
    clock.length !== 1;
  if (!isForm) return null;
  // eslint-disable-next-line no-restricted-syntax -- literals and digits of the operator's form, each token once
  const pattern = new RegExp(`^${text.replace(/[.]/g, '\\.').replace(TOKEN, (token) => digitsOf(token))}$`);
  return {
    text,
    isDay: clock.length === 0,
    read(value) {
      const match = typeof value === 'string' ? pattern.exec(value) : null;
      if (!match) return null;
      const part = (letter: string) => (letters.includes(letter) ? Number(match[letters.indexOf(letter) + 1]) : 0);
      const year = tokens.includes('yyyy') ? part('y') : 2000 + part('y');
      const wall = new Date(Date.UTC(year, part('M') - 1, part('d'), part('H'), part('m'), part('s'), part('S')));
      const exists =
        wall.getUTCDate() === part('d') && wall.getUTCMonth() + 1 === part('M') && part('H') < 24 && part('m') < 60 && part('s') < 60;
      return exists ? new Date(wall.getTime() - offsetMs) : null;
    },
    write(date) {
      const wall = new Date(date.getTime() + offsetMs);
      const parts: Readonly<Record<string, number>> = {
        y: tokens.includes('yyyy') ? wall.getUTCFullYear() : wall.getUTCFullYear() % 100,
        M: wall.getUTCMonth() + 1,
        d: wall.getUTCDate(),
        H: wall.getUTCHours(),
        m: wall.getUTCMinutes(),
        s: wall.getUTCSeconds(),
        S: wall.getUTCMilliseconds(),
      };
      return text.replace(TOKEN, (token) => String(parts[token.slice(0, 1)]).padStart(token.length, '0'));
    },
  };
}

/** Without leading zeros if the format has none: each date has exactly one spelling. */
function digitsOf(token: string): string {
  return token.length === 1 ? '([1-9]\\d?|0)' : `(\\d{${token.length}})`;
}

function epochForm(text: string, unit: number): DateForm {
  return {
    text,
    isDay: false,
    read: (value) => (typeof value === 'number' && Number.isFinite(value) ? new Date(value * unit) : null),
    write: (date) => Math.floor(date.getTime() / unit),
  };
}
