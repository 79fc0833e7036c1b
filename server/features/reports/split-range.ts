import { addDays } from '../../domain/dates.ts';
import { endOfMonth } from '../../domain/periods.ts';

/** Days `YYYY-MM-DD`, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** A span cut so that as much as possible comes from the coarse roll-ups. The parts neither overlap nor leave gaps. */
interface SplitRange {
  /** Whole calendar years; at most one span. */
  years: DaySpan[];
  /** Whole quarters (January to March …) around the years; at most two spans. */
  quarters: DaySpan[];
  /** Whole calendar months around those; at most two spans. */
  months: DaySpan[];
  /** What is left at the edges; at most two spans of under a month each. */
  days: DaySpan[];
}

export function splitRange(span: DaySpan): SplitRange {
  const byYear = cutAll([span], YEAR);
  const byQuarter = cutAll(byYear.rest, QUARTER);
  const byMonth = cutAll(byQuarter.rest, MONTH);
  return { years: byYear.whole, quarters: byQuarter.whole, months: byMonth.whole, days: byMonth.rest };
}

/** The days that a report reads. */
export interface ReportSpan extends DaySpan {
  /** There are no events outside it. */
  isWhole: boolean;
}

/**
 * Widens a span to whole years where that adds no events: nothing happened before the first event and after the last one. So "this year" in
 * November and "all time" need no single days.
 */
export function widenBeyondData(span: DaySpan, data: DaySpan): ReportSpan {
  const fromStart = span.from <= data.from;
  const toEnd = span.to >= data.to;
  return { from: fromStart ? YEAR.start(data.from) : span.from, to: toEnd ? YEAR.end(data.to) : span.to, isWhole: fromStart && toEnd };
}

interface Unit {
  start(day: string): string;
  end(day: string): string;
}

const YEAR: Unit = { start: (day) => `${day.slice(0, 4)}-01-01`, end: (day) => `${day.slice(0, 4)}-12-31` };
const MONTH: Unit = { start: (day) => `${day.slice(0, 7)}-01`, end: (day) => endOfMonth(day) };
const QUARTER: Unit = { start: (day) => `${monthOfQuarter(day, 1)}-01`, end: (day) => endOfMonth(`${monthOfQuarter(day, 3)}-01`) };

/** The first, second or third month (`YYYY-MM`) of a day's quarter. */
function monthOfQuarter(day: string, which: 1 | 2 | 3): string {
  const quarter = Math.floor((Number(day.slice(5, 7)) - 1) / 3);
  return `${day.slice(0, 5)}${String(quarter * 3 + which).padStart(2, '0')}`;
}

function cutAll(spans: readonly DaySpan[], unit: Unit): { whole: DaySpan[]; rest: DaySpan[] } {
  const parts = spans.map((span) => cut(span, unit));
  return { whole: parts.flatMap((part) => part.whole), rest: parts.flatMap((part) => part.rest) };
}

function cut(span: DaySpan, unit: Unit): { whole: DaySpan[]; rest: DaySpan[] } {
  const from = unit.start(span.from) === span.from ? span.from : addDays(unit.end(span.from), 1);
  const to = unit.end(span.to) === span.to ? span.to : addDays(unit.start(span.to), -1);
  if (from > to) return { whole: [], rest: [span] };
  const rest: DaySpan[] = [];
  if (span.from < from) rest.push({ from: span.from, to: addDays(from, -1) });
  if (span.to > to) rest.push({ from: addDays(to, 1), to: span.to });
  return { whole: [{ from, to }], rest };
}
