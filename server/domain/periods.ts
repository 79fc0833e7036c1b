import { addDays, formatDay, parseDay, type DayRange } from './dates.ts';

/** What a period is compared with: the one before, the same days a year earlier, or nothing. */
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Days `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

/** The part of a period that has begun; none, with `from` after `to`, when all of it is still to come. */
export function elapsedPart({ from, to }: Period, today: string): Period {
  return { from, to: to > today ? today : to };
}

/**
 * The period to compare the elapsed part of a period with; null when there is none. Whole months compare with the same number of
 * preceding months, the current month with the same days of the month before, the current year with the same days of the year before,
 * and any other range with the same number of preceding days. A day that the other month lacks becomes its last day.
 */
export function earlierPeriod(period: Period, comparison: Comparison, today: string): Period | null {
  const { from, to } = elapsedPart(period, today);
  if (comparison === 'none' || from === '' || to === '' || from > to) return null;
  const earlier = comparison === 'year' ? { from: monthsBefore(from, 12), to: monthsBefore(to, 12) } : periodBefore({ from, to }, today);
  return parseDay(earlier.from) === null ? null : earlier;
}

/** In January the current year has the days of the current month, and is compared as that. */
function periodBefore({ from, to }: Period, today: string): Period {
  const months = monthsBetween(from, to) + 1;
  const isCurrentYear = from === `${today.slice(0, 4)}-01-01` && to === today && months > 1;
  if (isCurrentYear) return { from: monthsBefore(from, 12), to: monthsBefore(to, 12) };
  if (areWholeMonths({ from, to })) return { from: monthsBefore(from, months), to: endOfMonth(monthsBefore(to, months)) };
  const isCurrentMonth = from === `${today.slice(0, 7)}-01` && to === today;
  if (isCurrentMonth) return { from: monthsBefore(from, 1), to: monthsBefore(to, 1) };
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

/** Number of weeks between a day of the period and the day it is charted against. */
function weeksBefore(period: Period, comparison: Comparison): number {
  return comparison === 'year' ? 52 : Math.ceil(daysIn(period) / 7);
}

/**
 * The days charted against those of a period, aligned by weekday: aligned by date, Sundays would lie under Wednesdays and the
 * line would be noise. The shift is the least number of whole weeks without overlap, or 52 for a year.
 */
export function sameWeekdays(period: Period, comparison: Comparison): Period | null {
  const days = -7 * weeksBefore(period, comparison);
  const earlier = { from: addDays(period.from, days), to: addDays(period.to, days) };
  return comparison === 'none' || parseDay(earlier.from) === null ? null : earlier;
}

/** Describes the comparison line drawn over a time strip of the elapsed part of a period. */
export function comparisonLine({ from, to }: Period, comparison: Comparison, grain: Grain): string {
  if (grain !== 'day') return comparison === 'year' ? 'La línea es el mismo tiempo del año anterior.' : 'La línea es el período anterior.';
  const weeks = weeksBefore({ from, to }, comparison);
  const line = sameWeekdays({ from, to }, comparison);
  const days = !line ? '' : line.from === line.to ? `: ${formatDay(line.from)}` : `: del ${formatDay(line.from)} al ${formatDay(line.to)}`;
  const what = from === to ? 'el mismo día de la semana' : 'los mismos días de la semana';
  return `La línea ${from === to ? 'es' : 'son'} ${what}, ${weeks === 1 ? 'una semana' : `${weeks} semanas`} antes${days}.`;
}

/** The resolution of a chart: no more bars than a page has room for. */
export type Grain = 'day' | 'month' | 'year';

const DAYS_MAX = 92;
const MONTHS_MAX = 60;

export function grainOf(period: Period): Grain {
  if (daysIn(period) <= DAYS_MAX) return 'day';
  return monthsBetween(period.from, period.to) < MONTHS_MAX ? 'month' : 'year';
}

/** The days, months or years of a period in order; the first and last are clipped to it. */
export function partsOf({ from, to }: Period, grain: Grain): Period[] {
  const parts: Period[] = [];
  for (let start = from; start <= to;) {
    const end = endOfPart(start, grain);
    parts.push({ from: start, to: end < to ? end : to });
    start = addDays(end, 1);
  }
  return parts;
}

/** The number of days in a period, both ends included. */
export function daysIn({ from, to }: Period): number {
  const DAY_MS = 86_400_000;
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The common days of both; null when there are none. */
export function overlap(one: DayRange, other: Period): Period | null {
  const from = one.from && one.from > other.from ? one.from : other.from;
  const to = one.to && one.to < other.to ? one.to : other.to;
  return from <= to ? { from, to } : null;
}

/** `2026-02` → all its days. */
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

const areWholeMonths = ({ from, to }: Period) => from.endsWith('-01') && to === endOfMonth(to);

/** Whether two periods are equally long: as many days, or as many whole months. */
export function areEquallyLong(one: Period, other: Period): boolean {
  if (areWholeMonths(one) && areWholeMonths(other)) return monthsBetween(one.from, one.to) === monthsBetween(other.from, other.to);
  return daysIn(one) === daysIn(other);
}

function monthsBefore(day: string, count: number): string {
  const months = monthNumber(day) - count;
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  return dayUpTo(month, Number(day.slice(8)));
}

/** A day of a month (`YYYY-MM`), or the month's last day when it is shorter. */
function dayUpTo(month: string, day: number): string {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
