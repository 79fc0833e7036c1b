import { addDays, formatDay, parseDay, type DayRange } from './dates.ts';

/** Against what a period is held: the one before, the same days a year earlier, or nothing. */
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

/**
 * The period that one is compared with; null where there is nothing to compare. Whole months are held against as many
 * months before, the month so far against the same days of the month before, a longer time since New Year against the
 * same days of the year before, and any other days against as many right before them. A day that the other month lacks
 * is its last one.
 */
export function earlierPeriod({ from, to }: Period, comparison: Comparison): Period | null {
  if (comparison === 'none' || from === '' || to === '' || from > to) return null;
  const earlier = comparison === 'year' ? { from: monthsBefore(from, 12), to: monthsBefore(to, 12) } : periodBefore({ from, to });
  return parseDay(earlier.from) === null ? null : earlier;
}

function periodBefore({ from, to }: Period): Period {
  const months = monthsBetween(from, to) + 1;
  if (from.endsWith('-01') && isMonthEnd(to)) return { from: monthsBefore(from, months), to: endOfMonth(monthsBefore(to, months)) };
  if (from.endsWith('-01') && months === 1) return { from: monthsBefore(from, 1), to: monthsBefore(to, 1) };
  if (from.endsWith('-01-01') && months <= 12) return { from: monthsBefore(from, 12), to: monthsBefore(to, 12) };
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** The weeks between each day of a period and the day drawn under it. */
function weeksBefore(period: Period, comparison: Comparison): number {
  return comparison === 'year' ? 52 : Math.ceil(daysIn(period) / 7);
}

/**
 * Days that are drawn under those of a period, weekday under weekday: by day of the month, Sundays would lie under Wednesdays and the
 * line would be noise. Whole weeks earlier, as few as there may be without a day of the period itself, or 52 for a year.
 */
export function sameWeekdays(period: Period, comparison: Comparison): Period | null {
  const days = -7 * weeksBefore(period, comparison);
  const earlier = { from: addDays(period.from, days), to: addDays(period.to, days) };
  return comparison === 'none' || parseDay(earlier.from) === null ? null : earlier;
}

/** What the line is that is drawn over a time strip. */
export function comparisonLine({ from, to }: Period, comparison: Comparison): string {
  if (grainOf({ from, to }) !== 'day')
    return comparison === 'year' ? 'La línea es el mismo tiempo del año anterior.' : 'La línea es el período anterior.';
  const weeks = weeksBefore({ from, to }, comparison);
  const line = sameWeekdays({ from, to }, comparison);
  const days = !line ? '' : line.from === line.to ? `: ${formatDay(line.from)}` : `: del ${formatDay(line.from)} al ${formatDay(line.to)}`;
  const what = from === to ? 'el mismo día de la semana' : 'los mismos días de la semana';
  return `La línea ${from === to ? 'es' : 'son'} ${what}, ${weeks === 1 ? 'una semana' : `${weeks} semanas`} antes${days}.`;
}

/** How finely a period is drawn: no more bars than a page has room for. */
export type Grain = 'day' | 'month' | 'year';

const DAYS_MAX = 92;
const MONTHS_MAX = 60;

export function grainOf(period: Period): Grain {
  if (daysIn(period) <= DAYS_MAX) return 'day';
  return monthsBetween(period.from, period.to) < MONTHS_MAX ? 'month' : 'year';
}

/** The days, months or years of a period in their order, the first and the last one cut at its ends. */
export function partsOf({ from, to }: Period, grain: Grain): Period[] {
  const parts: Period[] = [];
  for (let start = from; start <= to;) {
    const end = endOfPart(start, grain);
    parts.push({ from: start, to: end < to ? end : to });
    start = addDays(end, 1);
  }
  return parts;
}

/** How many days a period has, both ends included. */
export function daysIn({ from, to }: Period): number {
  const DAY_MS = 86_400_000;
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The days that both have; null when there are none. */
export function overlap(one: DayRange, other: Period): Period | null {
  const from = one.from && one.from > other.from ? one.from : other.from;
  const to = one.to && one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : null;
}

/** `2026-02` → its days. */
export function monthPeriod(month: string): Period {
  return { from: `${month}-01`, to: endOfMonth(`${month}-01`) };
}

function endOfPart(day: string, grain: Grain): string {
  if (grain === 'day') return day;
  return grain === 'month' ? endOfMonth(day) : `${day.slice(0, 4)}-12-31`;
}

/** `2026-02-10` → `2026-02-28`. */
export function endOfMonth(day: string): string {
  return dayUpTo(day.slice(0, 7), 31);
}

const isMonthEnd = (day: string) => day === endOfMonth(day);

function monthsBefore(day: string, count: number): string {
  const months = monthNumber(day) - count;
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  return dayUpTo(month, Number(day.slice(8)));
}

/** A day of a month (`YYYY-MM`), or its last one when it has no such day. */
function dayUpTo(month: string, day: number): string {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
