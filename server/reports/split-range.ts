import { addDays } from '../domain/dates.ts';

/** Days `YYYY-MM-DD`, both included. */
export interface DaySpan {
  from: string;
  to: string;
}

/** A span cut so that as much as possible comes from the coarse roll-ups. The parts neither overlap nor leave gaps. */
export interface SplitRange {
  /** Whole calendar years; at most one span. */
  years: DaySpan[];
  /** Whole calendar months; at most two spans, around the years. */
  months: DaySpan[];
  /** What is left at the edges; at most two spans of under a month each. */
  days: DaySpan[];
}

export function splitRange(span: DaySpan): SplitRange {
  const byYear = cut(span, YEAR);
  const byMonth = byYear.rest.map((part) => cut(part, MONTH));
  return { years: byYear.whole, months: byMonth.flatMap((part) => part.whole), days: byMonth.flatMap((part) => part.rest) };
}

/** The days that a report reads. */
export interface ReportSpan extends DaySpan {
  /** Nothing happened outside. */
  isWhole: boolean;
}

/**
 * Widens a span to whole years where that takes nothing in: before the first event and after the last one nothing
 * happened. So "this year" in November and "since ever" need no single days.
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
const MONTH: Unit = {
  start: (day) => `${day.slice(0, 7)}-01`,
  end: (day) => addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1),
};

function cut(span: DaySpan, unit: Unit): { whole: DaySpan[]; rest: DaySpan[] } {
  const from = unit.start(span.from) === span.from ? span.from : addDays(unit.end(span.from), 1);
  const to = unit.end(span.to) === span.to ? span.to : addDays(unit.start(span.to), -1);
  if (from > to) return { whole: [], rest: [span] };
  const rest: DaySpan[] = [];
  if (span.from < from) rest.push({ from: span.from, to: addDays(from, -1) });
  if (span.to > to) rest.push({ from: addDays(to, 1), to: span.to });
  return { whole: [{ from, to }], rest };
}
