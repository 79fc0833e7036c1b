import { addDays, dayOf, formatMonth, MONTHS } from '../../domain/dates.ts';
import { normalizeForSearch } from '../../domain/search.ts';

/** A month that somebody typed among other words. */
interface AskedMonth {
  /** `octubre de 2026` */
  name: string;
  /** Its first and last day. */
  from: string;
  to: string;
  /** What else was typed. */
  words: string;
}

/** Fewer letters begin names of people: `mar` is Marta. */
const LETTERS_MIN = 4;
const YEAR = /^20\d{2}$/;
const BETWEEN: ReadonlySet<string> = new Set(['de', 'del', 'mes']);

/** The month that was typed, of the year that was typed with it, else the last one of that name that has begun; null for none. */
export function askedMonth(q: string, now: Date): AskedMonth | null {
  const words = normalizeForSearch(q).split(' ');
  const at = words.findIndex((word) => monthOf(word) !== null);
  const month = monthOf(words[at] ?? '');
  if (month === null) return null;
  const today = dayOf(now);
  const thisYear = Number(today.slice(0, 4));
  const typed = words.find((word) => YEAR.test(word));
  const year = typed ? Number(typed) : month > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear;
  const first = firstDay(year, month);
  const next = month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1);
  const rest = words.filter((word, place) => place !== at && word !== typed && !BETWEEN.has(word));
  return { name: formatMonth(first.slice(0, 7)), from: first, to: addDays(next, -1), words: rest.join(' ') };
}

function monthOf(word: string): number | null {
  const name = word.replace(/^seti/, 'septi');
  const place = word.length < LETTERS_MIN ? -1 : MONTHS.findIndex((month) => month.startsWith(name));
  return place < 0 ? null : place + 1;
}

function firstDay(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}
