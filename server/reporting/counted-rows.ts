import { capitalize } from '../domain/grammar.ts';
import { formatDuration } from '../domain/text.ts';
import type { ColumnKind } from '../workbooks/sheet.ts';
import { countFigure, figureOf, shareFigure } from './figure.ts';
import type { ReportColumn, ReportFigure, ReportNumbers } from './report.ts';

/** One group of what is counted. */
export interface CountRow {
  /** What its members have in common; '' for nothing. */
  id: string;
  name: string;
  events: number;
  /** Part of all events, 0 to 1. */
  share: number;
  /** By name; null where the group has none. */
  measures: Readonly<Record<string, number | null>>;
}

export interface CountTotals {
  events: number;
  groups: number;
  measures: Readonly<Record<string, number | null>>;
}

/** A number about each group, and about all together, beside how many there are. */
export interface Measure {
  name: string;
  title: string;
  kind: Extract<ColumnKind, 'bytes' | 'decimal' | 'integer' | 'money' | 'percent'>;
  /** Days: its title where minutes, hours or days are said with the number. */
  duration?: string;
  /** SQL aggregate over `t`: a maximum, or with `adds` a sum; or which part of the rows' values lies below the number. */
  sql: string | Percentile;
  /** The number of all together is the sum of the groups'. */
  adds?: true;
  /** Also a headline number: what stands under it. */
  note?: string;
  /** Shows on wide screens alone, where narrow ones have no room for all. */
  from?: 'lg';
}

export interface Percentile {
  /** 0.5 is the median. */
  part: number;
  /** SQL over `t`, float8: the value of one row; NULL where it has none. */
  values: string;
}

/**
 * How many days it took from one column of times to the other in that part of the rows. Rows that lack a time do not count; a
 * negative time counts as none.
 */
export function daysPercentile({ part, from, to, among = 'TRUE' }: { part: number; from: string; to: string; among?: string }): Percentile {
  const days = `greatest(0, date_part('epoch', ${to} - ${from}) / 86400)`;
  return { part, values: `CASE WHEN ${to} IS NOT NULL AND ${from} IS NOT NULL AND ${among} THEN ${days} END` };
}

/** Of days: a hundredth is a quarter of an hour. */
const DAY_DECIMALS = 2;
/** Of other measures that are no whole numbers. */
const DECIMALS = 1;

type CountColumn = ReportColumn<CountRow, CountTotals>;

export function shareColumns(title: string): CountColumn[] {
  return [
    { name: 'events', title, kind: 'integer', width: 14, value: (row) => row.events, sum: (totals) => totals.events, sort: 'events' },
    { name: 'share', title: '% del total', kind: 'percent', width: 13, value: (row) => row.share, sum: () => 1, from: 'sm' },
  ];
}

export function measureColumns(measures: readonly Measure[]): CountColumn[] {
  return measures.map(({ name, title, kind, adds, duration, from }): CountColumn => ({
    name,
    title,
    kind,
    from: from ?? 'md',
    decimals: duration === undefined ? DECIMALS : DAY_DECIMALS,
    value: (row: CountRow) => row.measures[name] ?? null,
    ...(duration !== undefined && { said: { title: duration, text: (row: CountRow) => formatDuration(row.measures[name]) } }),
    ...(adds && { sum: (totals: CountTotals) => totals.measures[name] ?? 0 }),
  }));
}

/** How many there are, in how many groups, what is measured of all of them, and the group with most. */
export function figuresOf(
  { totals, top: [first] }: Pick<ReportNumbers<CountRow, CountTotals>, 'top' | 'totals'>,
  { events, measures }: { events: string; measures: readonly Measure[] },
): ReportFigure[] {
  return [
    countFigure(capitalize(events), totals.events, 'en total'),
    ...measures.flatMap(({ name, title, kind, note, duration }) => {
      const value = totals.measures[name];
      if (note === undefined) return [];
      if (duration !== undefined) return [{ label: duration, value: formatDuration(value) || '—', note }];
      return [figureOf(title, { kind, decimals: DECIMALS, value }, note)];
    }),
    shareFigure('En primer lugar', first?.share, first?.name ?? ''),
  ];
}
