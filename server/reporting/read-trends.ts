import { addDays, dayOf } from '../domain/dates.ts';
import { capitalize } from '../domain/grammar.ts';
import { partsOf } from '../domain/periods.ts';
import type { Staff } from '../domain/permissions.ts';
import { fragment, joinFragments } from '../platform/sql-fragment.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { changeText } from './compared.ts';
import type { ReportServices } from './create-reports.ts';
import { readReportQuery } from './report-query.ts';
import type { Report } from './report.ts';

/** How much of what a report counts there was lately, against the same time before. */
export interface Trend {
  id: string;
  /** What is counted: "Descargas". */
  title: string;
  /** Where it belongs. */
  place: string;
  events: number;
  change: { direction: 'down' | 'same' | 'up'; text: string };
  /** Each day, the last one today. */
  days: number[];
  /** The report over these days. */
  href: string;
}

/** As many days again are what they are compared with. */
export const TREND_DAYS = 30;

/** Of reports that have days, in one query however many they are. The caller has chosen those that the person may open. */
export async function readTrends(
  { sql }: Pick<ReportServices, 'sql'>,
  { actor, reports, now = new Date() }: { actor: Staff; reports: readonly Report[]; now?: Date },
): Promise<Trend[]> {
  const today = dayOf(now);
  const lately = { from: addDays(today, 1 - TREND_DAYS), to: today };
  const both = { from: addDays(lately.from, -TREND_DAYS), to: today };
  const asked = reports.flatMap((report) => {
    const { query } = readReportQuery(report, new URLSearchParams(both), { now, pageSize: actor.pageSize });
    const facts = report.facts?.({ query, today, actor });
    return facts ? [{ report, facts }] : [];
  });
  if (asked.length === 0) return [];
  const statement = joinFragments(
    asked.map(
      ({ report, facts }) =>
        fragment`(SELECT ${report.id}::text AS report, day::text AS day, sum(events)::float8 AS events FROM (${facts}) AS found GROUP BY 2)`,
    ),
    ' UNION ALL ',
  );
  const rows = await readForScreen(sql, (read) => read<{ report: string; day: string; events: number }>(statement));
  const days = partsOf(lately, 'day').map(({ from }) => from);
  return asked.map(({ report }) => trendOf(report, { rows: rows.filter((row) => row.report === report.id), days, lately }));
}

interface Found {
  rows: readonly { day: string; events: number }[];
  days: readonly string[];
  lately: { from: string; to: string };
}

function trendOf({ id, words, place, url }: Report, { rows, days, lately }: Found): Trend {
  const onDay = new Map(rows.map(({ day, events }) => [day, events]));
  const counted = days.map((day) => onDay.get(day) ?? 0);
  const events = counted.reduce((sum, count) => sum + count, 0);
  const earlier = rows.reduce((sum, row) => (row.day < lately.from ? sum + row.events : sum), 0);
  return {
    id,
    title: capitalize(words.events),
    place: place.label,
    events,
    change: { direction: events > earlier ? 'up' : events < earlier ? 'down' : 'same', text: changeText(events, earlier) },
    days: counted,
    href: `${url}?${new URLSearchParams(lately)}`,
  };
}
