import { withoutAccents } from './text.ts';

/** Minutes of a day; `closes` may be 1440. */
interface OpenRange {
  opens: number;
  closes: number;
}

/** The opening hours found in a text. */
export interface OpeningHours {
  /** Around the clock. */
  isAlways: boolean;
  ranges: readonly OpenRange[];
}

/** Limit of the form; longer texts are not opening hours. */
const TEXT_MAX = 1000;
const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;
const AFTERNOON_HOUR = 13;

/** `a. m.`, `a.m.`, `a m` become `am`; `24 hrs` and `24/7` count as one word. */
const MERIDIEM = /(?<![a-z])([ap])\.? ?m(?![a-z])\.?/g;
const ALWAYS = /(?<!\d)24 ?(?:horas|hrs?|h|\/ ?7)(?![a-z\d])|(?<![a-z])(?:siempre abierto|permanente)(?![a-z])/;
/** A time, a word, or a dash between two times. */
const TOKEN = /(?<!\d)\d{1,2}[:.h]\d{1,2}(?!\d)|\d+|[a-z]+|[-–—]/g;
const BETWEEN: ReadonlySet<string> = new Set(['a', 'al', 'hasta', '-', '–', '—']);
const FILLERS: ReadonlySet<string> = new Set(['las', 'la', 'hrs', 'hr', 'h', 'horas', 'el']);

/**
 * Reads Spanish opening hours as people write them: `Lunes a viernes de 8:00 a 17:00`, `L-V 8 a.m. - 5 p.m.`, `8h30 a
 * 12 y 14 a 18 hrs`, `Todos los días, 24 horas`. Ignores days and other words: members read the text itself.
 * @returns null when the text contains no hours, or impossible ones (25:00, an end before its beginning)
 */
export function readOpeningHours(text: string): OpeningHours | null {
  if (text.length > TEXT_MAX) return null;
  const plain = withoutAccents(text).toLowerCase().replace(/\s+/g, ' ').replace(MERIDIEM, '$1m');
  const isAlways = ALWAYS.test(plain);
  const tokens = (plain.replace(ALWAYS, ' ').match(TOKEN) ?? []).filter((token) => !FILLERS.has(token));
  const ranges: OpenRange[] = [];
  for (let place = 0; place < tokens.length;) {
    const range = rangeAt(tokens, place);
    if (range === 'wrong') return null;
    if (range) ranges.push(range.found);
    place = range ? range.next : place + 1;
  }
  return isAlways || ranges.length > 0 ? { isAlways, ranges } : null;
}

interface Time {
  minutes: number;
  /** am or pm was given, or it is noon or midnight by name. */
  isExact: boolean;
  next: number;
}

/** Two times with a separator between them; null when none begins here, `wrong` when the range is impossible. */
function rangeAt(tokens: readonly string[], place: number): { found: OpenRange; next: number } | 'wrong' | null {
  const opens = timeAt(tokens, place);
  if (opens === 'wrong') return 'wrong';
  if (!opens || !BETWEEN.has(tokens[opens.next] ?? '')) return null;
  const closes = timeAt(tokens, opens.next + 1);
  if (closes === 'wrong') return 'wrong';
  if (!closes) return null;
  const end = endOf(opens, closes);
  return end > opens.minutes ? { found: { opens: opens.minutes, closes: end }, next: closes.next } : 'wrong';
}

/** «8 a 5» ends in the afternoon, «13:00 a 12 am» at midnight. */
function endOf(opens: Time, closes: Time): number {
  if (closes.minutes > opens.minutes) return closes.minutes;
  if (closes.minutes === 0) return MIDNIGHT;
  const isMorning = opens.minutes < AFTERNOON_HOUR * 60;
  return !closes.isExact && isMorning && closes.minutes <= NOON ? closes.minutes + NOON : closes.minutes;
}

function timeAt(tokens: readonly string[], place: number): Time | 'wrong' | null {
  const token = tokens[place] ?? '';
  if (token === 'mediodia') return { minutes: NOON, isExact: true, next: place + 1 };
  if (token === 'medianoche') return { minutes: 0, isExact: true, next: place + 1 };
  const parts = partsOf(token);
  if (!parts) return null;
  const [hour, minute] = parts;
  const meridiem = tokens[place + 1];
  const isTwelve = meridiem === 'am' || meridiem === 'pm';
  if (hour > (isTwelve && hour <= 12 ? 12 : 24) || minute > 59 || (hour === 24 && minute > 0)) return 'wrong';
  // «17:00 pm» means the afternoon, too.
  const first = isTwelve && hour <= 12 ? (hour % 12) + (meridiem === 'pm' ? 12 : 0) : hour;
  return { minutes: first * 60 + minute, isExact: isTwelve, next: place + (isTwelve ? 2 : 1) };
}

/** `8`, `8:30`, `8.30`, `8h30`, `0830`; null for any other number, such as a telephone's. */
function partsOf(token: string): [hour: number, minute: number] | null {
  const clock = /^(\d{1,2})[:.h](\d{1,2})$/.exec(token) ?? /^(\d{1,2})$/.exec(token);
  if (clock) return [Number(clock[1]), Number(clock[2] ?? 0)];
  const [, hour, minute] = /^(\d{2})(\d{2})$/.exec(token) ?? [];
  const isClock = hour !== undefined && minute !== undefined && Number(hour) <= 24 && Number(minute) < 60;
  return isClock ? [Number(hour), Number(minute)] : null;
}
