import { GUATEMALA_OFFSET_MS } from '../../../domain/dates.ts';

/** How a date is written in documents of other programs, in the time of Guatemala. */
export interface DateForm {
  /** As it was given. */
  text: string;
  /** Without a time of day. */
  isDay: boolean;
  /** null where the value is not written so. */
  read(value: unknown): Date | null;
  /** What `read` reads, to the day or second that the form has. */
  write(date: Date): string | number;
}

const TOKEN = /yyyy|yy|MM|M|dd|d|HH|H|mm|ss/g;
const LITERALS = /^[-/. :,T]*$/;
const DAY = ['y', 'M', 'd'];
const CLOCK = ['H', 'm', 's'];
const MS_PER_SECOND = 1_000;

/** `dd/MM/yyyy`, `yyyy-MM-dd HH:mm:ss` and such, or numbers since 1970 as `milliseconds` or `seconds`; else null. */
export function parseDateForm(text: string): DateForm | null {
  if (text === 'milliseconds' || text === 'seconds') return epochForm(text, text === 'seconds' ? MS_PER_SECOND : 1);
  const tokens: readonly string[] = text.match(TOKEN) ?? [];
  const letters = tokens.map((token) => token.slice(0, 1));
  const clock = letters.filter((letter) => CLOCK.includes(letter));
  const isForm =
    LITERALS.test(text.replace(TOKEN, '')) &&
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
      const wall = new Date(Date.UTC(year, part('M') - 1, part('d'), part('H'), part('m'), part('s')));
      const exists =
        wall.getUTCDate() === part('d') && wall.getUTCMonth() + 1 === part('M') && part('H') < 24 && part('m') < 60 && part('s') < 60;
      return exists ? new Date(wall.getTime() - GUATEMALA_OFFSET_MS) : null;
    },
    write(date) {
      const wall = new Date(date.getTime() + GUATEMALA_OFFSET_MS);
      const parts: Readonly<Record<string, number>> = {
        y: tokens.includes('yyyy') ? wall.getUTCFullYear() : wall.getUTCFullYear() % 100,
        M: wall.getUTCMonth() + 1,
        d: wall.getUTCDate(),
        H: wall.getUTCHours(),
        m: wall.getUTCMinutes(),
        s: wall.getUTCSeconds(),
      };
      return text.replace(TOKEN, (token) => String(parts[token.slice(0, 1)]).padStart(token.length, '0'));
    },
  };
}

/** Without leading zeros where the form has none: each date is written in one way alone. */
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
