import { capitalize } from '../domain/grammar.ts';
import { formatDuration } from '../domain/text.ts';
import type { ColumnKind } from '../workbooks/sheet.ts';
import { countFigure, figureOf, shareFigure } from './figure.ts';
import { SHARE_COLUMN, type ReportColumn, type ReportFigure, type ReportNumbers } from './report.ts';

/** One group of counted rows. */
export interface CountRow {
  /** The key its rows share; '' when they have none. */
  id: string;
  name: string;
  events: number;
  /** Fraction of all events, 0 to 1. */
  share: number;
  /** By name; null when the group has no value. */
  measures: Readonly<Record<string, number | null>>;
}

export interface CountTotals {
  events: number;
  groups: number;
  measures: Readonly<Record<string, number | null>>;
}

/** A number for each group, and for all together, besides the count. */
export interface Measure {
  name: string;
  title: string;
  kind: Extract<ColumnKind, 'bytes' | 'decimal' | 'integer' | 'money' | 'percent'>;
  /** For days: the title used where they are shown as minutes, hours or days. */
  duration?: string;
  /** SQL aggregate over `t`: a maximum, or with `adds` a sum; a percentile of the rows' values; or a share. */
  sql: string | Percentile | Share;
  /** The total is the sum of the groups' numbers. */
  adds?: true;
  /** Also shown as a headline figure, with this note below it. */
  note?: string;
  /** Shown on wide screens and in the stacked rows of phones only, because others lack room. */
  from?: 'lg';
}

/** Two SQL aggregates over `t` that are sums: the total share is that of their totals. */
export interface Share {
  portion: string;
  whole: string;
}

export interface Percentile {
  /** 0.5 is the median. */
  part: number;
  /** SQL over `t`, float8: the value of one row; NULL when it has none. */
  values: string;
}

/** A percentile of the days between two columns of times. Rows that lack a time do not count; negative durations count as 0. */
export function daysPercentile({ part, from, to, among = 'TRUE' }: { part: number; from: string; to: string; among?: string }): Percentile {
  const days = `greatest(0, date_part('epoch', ${to} - ${from}) / 86400)`;
  return { part, values: `CASE WHEN ${to} IS NOT NULL AND ${from} IS NOT NULL AND ${among} THEN ${days} END` };
}

/** For days: with two, the five minutes until an answer would read 0.00 in a workbook. */
const DAY_DECIMALS = 4;
/** For other fractional measures. */
const DECIMALS = 1;

type CountColumn = ReportColumn<CountRow, CountTotals>;

export function shareColumns(title: string): CountColumn[] {
  return [
    { name: 'events', title, kind: 'integer', width: 14, value: (row) => row.events, sum: (totals) => totals.events, sort: 'events' },
    SHARE_COLUMN,
  ];
}

export function measureColumns(measures: readonly Measure[]): CountColumn[] {
  return measures.map(({ name, title, kind, adds, sql, duration, from }): CountColumn => ({
    name,
    title,
    kind,
    from: from ?? 'md',
    onPhone: true,
    decimals: duration === undefined ? DECIMALS : DAY_DECIMALS,
    value: (row: CountRow) => row.measures[name] ?? null,
    ...(duration !== undefined && { said: { title: duration, text: (row: CountRow) => formatDuration(row.measures[name]) } }),
    ...(adds && { sum: (totals: CountTotals) => totals.measures[name] ?? 0 }),
    ...(isShare(sql) && { sum: (totals: CountTotals) => totals.measures[name] ?? null }),
  }));
}

export const isShare = (sql: Measure['sql']): sql is Share => typeof sql !== 'string' && 'whole' in sql;

/** Headline figures: total, measures of all groups, and the share of the largest group. */
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
