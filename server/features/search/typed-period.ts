import { addDays, datePresets, dayOf, formatMonth, weekBefore } from '../../domain/dates.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { monthNamed } from '../../domain/written-days.ts';

/** Days that somebody typed among other words. */
interface TypedPeriod {
  /** `octubre de 2026`, `semana pasada` */
  name: string;
  /** Its first and last day. */
  from: string;
  to: string;
  /** The rest of what was typed. */
  words: string;
}

/** How people say «Mes anterior». */
export const LAST_MONTH = 'mes pasado';
const YEAR = /^20\d{2}$/;
const FILLER_WORDS: ReadonlySet<string> = new Set(['de', 'del', 'el', 'la', 'mes']);

/**
 * The days that were typed: of a word («ayer», «mes pasado»), or of a month, in the year that was typed with it, else the last one of that
 * name that has begun; null for none.
 */
export function parseTypedPeriod(q: string, now: Date): TypedPeriod | null {
  const typed = normalizeForSearch(q);
  return parseNamedPeriod(typed, now) ?? parseTypedMonth(typed.split(' '), now);
}

function parseNamedPeriod(typed: string, now: Date): TypedPeriod | null {
  const yesterday = addDays(dayOf(now), -1);
  const periods = [
    ...datePresets(now).map(({ id, label, from, to }) => {
      const name = label.toLocaleLowerCase('es');
      return { said: id === 'last-month' ? [name, LAST_MONTH] : [name], name, from, to };
    }),
    { said: ['ayer'], name: 'ayer', from: yesterday, to: yesterday },
    { said: ['semana pasada', 'semana anterior'], name: 'semana pasada', ...weekBefore(now) },
  ];
  for (const { said, ...period } of periods) {
    const found = said.map((one) => ` ${normalizeForSearch(one)} `).find((one) => ` ${typed} `.includes(one));
    if (found !== undefined) return { ...period, words: remainingWords(` ${typed} `.replace(found, ' ').trim().split(' ')) };
  }
  return null;
}

function parseTypedMonth(words: readonly string[], now: Date): TypedPeriod | null {
  const at = words.findIndex((word) => monthNamed(word) > 0);
  const month = monthNamed(words[at] ?? '');
  if (month === 0) return null;
  const today = dayOf(now);
  const thisYear = Number(today.slice(0, 4));
  const typed = words.find((word) => YEAR.test(word));
  const year = typed ? Number(typed) : month > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear;
  const first = firstDay(year, month);
  const next = month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1);
  const rest = remainingWords(words.filter((word, place) => place !== at && word !== typed));
  return { name: formatMonth(first.slice(0, 7)), from: first, to: addDays(next, -1), words: rest };
}

function remainingWords(words: readonly string[]): string {
  return words.filter((word) => !FILLER_WORDS.has(word)).join(' ');
}

function firstDay(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}
