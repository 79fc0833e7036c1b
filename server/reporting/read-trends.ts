import { addDays, dayOf } from '../domain/dates.ts';
import { capitalize } from '../domain/grammar.ts';
import { daysIn, earlierPeriod, partsOf, type Period } from '../domain/periods.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { changeTo, type ChangeInShort } from './compared.ts';
import { readReportQuery } from './report-query.ts';
import { BY_DAY, type Report } from './report.ts';
import type { Services } from '../services.ts';

/** How much a report counted recently, compared with what its own page compares these days with. */
export interface Trend {
  id: string;
  /** What is counted: "Descargas". */
  title: string;
  /** The area it belongs to. */
  place: string;
  events: number;
  change: ChangeInShort;
  /** One number per day, today last. */
  days: number[];
  /** The report for these days. */
  href: string;
}

const TREND_DAYS = 30;

/** Trends of all reports that have days, in a single query. The caller passes only reports that the person may open. */
export async function readTrends(
  { sql }: Pick<Services, 'sql'>,
  { actor, reports, now = new Date() }: { actor: Staff; reports: readonly Report[]; now?: Date },
): Promise<Trend[]> {
  const queries = trendQueries({ actor, reports, now });
  if (queries.length === 0) return [];
  const selects = queries.map((one) => {
    const { key, day, events, from } = trendRows(one);
    return fragment`SELECT ${key} AS report, ${day} AS day, ${events} AS events FROM ${from}`;
  });
  return trendsOf(queries, await readForScreen(sql, (read) => read<TrendRow>(joinFragments(selects, ' UNION ALL '))), now);
}

interface TrendQuery {
  report: Report;
  facts: SqlFragment;
}

interface TrendRow {
  report: string;
  day: string;
  events: number;
}

/** The queries of those reports that have days. */
export function trendQueries({ actor, reports, now }: { actor: Staff; reports: readonly Report[]; now: Date }): TrendQuery[] {
  const { both, today } = trendDays(now);
  return reports.flatMap((report) => {
    const { query } = readReportQuery(report, new URLSearchParams({ ...both }), { now, pageSize: actor.pageSize });
    const facts = report.facts?.({ query, today, actor }, BY_DAY);
    return facts ? [{ report, facts }] : [];
  });
}

/** The parts of a SELECT of TrendRow. */
export function trendRows({ report, facts }: TrendQuery): Record<'day' | 'events' | 'from' | 'key', SqlFragment> {
  return {
    key: fragment`${report.id}::text`,
    day: trusted('found.day::text'),
    events: trusted('sum(found.events)::float8'),
    from: fragment`(${facts}) AS found GROUP BY found.day`,
  };
}

export function trendsOf(trends: readonly TrendQuery[], rows: readonly TrendRow[], now: Date): Trend[] {
  const { lately, before } = trendDays(now);
  const days = partsOf(lately, 'day').map(({ from }) => from);
  return trends.map(({ report }) => trendOf(report, { rows: rows.filter((row) => row.report === report.id), days, lately, before }));
}

/** What trends are compared with, in words: on the 30th the days are those of a month. */
export function trendNote(now: Date): string {
  const { lately, before } = trendDays(now);
  return before.to === addDays(lately.from, -1) && daysIn(before) === TREND_DAYS
    ? `contra los ${TREND_DAYS} anteriores`
    : 'contra el mes anterior';
}

function trendDays(now: Date): { lately: Period; before: Period; both: Period; today: string } {
  const today = dayOf(now);
  const lately = { from: addDays(today, 1 - TREND_DAYS), to: today };
  const before = earlierPeriod(lately, 'previous', today);
  if (!before) throw new RangeError('no days before the last ones');
  return { lately, before, both: { from: before.from, to: today }, today };
}

interface TrendFacts {
  rows: readonly Pick<TrendRow, 'day' | 'events'>[];
  days: readonly string[];
  lately: Period;
  before: Period;
}

function trendOf({ id, words, place, url }: Report, { rows, days, lately, before }: TrendFacts): Trend {
  const onDay = new Map(rows.map(({ day, events }) => [day, events]));
  const counted = days.map((day) => onDay.get(day) ?? 0);
  const events = counted.reduce((sum, count) => sum + count, 0);
  const earlier = rows.reduce((sum, row) => (before.from <= row.day && row.day <= before.to ? sum + row.events : sum), 0);
  return {
    id,
    title: capitalize(words.events),
    place: place.label,
    events,
    change: changeTo(events, earlier),
    days: counted,
    href: `${url}?${new URLSearchParams({ ...lately })}`,
  };
}
