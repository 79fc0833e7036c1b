import { capitalize } from '../domain/grammar.ts';
import { canOpen } from '../domain/permissions.ts';
import { formatCount } from '../domain/text.ts';
import { fragment, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { AGENCIES, distinctName } from '../read-model/pages/choices.ts';
import { tileRows, type Tile, type TileQuestion } from '../lists/tile.ts';
import { changeTo } from './compared.ts';
import { lastMonths, type LastMonths } from './last-months.ts';
import { trendNote, trendQueries, trendRows, trendsOf } from './read-trends.ts';
import { readReportQuery } from './report-query.ts';
import { BY_AGENCY, BY_DAY, type FactsSplit, type Report } from './report.ts';

/** Most agencies shown in a tile. */
const AGENCIES_SHOWN = 5;

/** Recent trends of the person's reports, with daily bars; each links to its report. */
export function trendsTile(reports: readonly Report[]): Tile {
  return {
    id: 'trends',
    title: 'Últimos 30 días',
    look: 'trends',
    empty: '',
    prepare({ actor, now }) {
      const queries = trendQueries({ actor, reports: openTo(reports, { actor }), now });
      if (queries.length === 0) return null;
      return {
        note: trendNote(now),
        selects: queries.map((one) => {
          const { key, day, events, from } = trendRows(one);
          return tileRows({ key, name: day, value: events, from });
        }),
        show: (rows) =>
          trendsOf(
            queries,
            rows.map(({ key, name, value }) => ({ report: key, day: name, events: value })),
            now,
          ).map(({ id, title, place, events, change, days, href }) => ({
            key: id,
            label: title,
            figure: formatCount(events),
            count: events,
            href,
            change,
            days,
            ...(place !== title && { detail: place }),
          })),
      };
    },
  };
}

/** The last complete month of each report, compared with the month before. */
export function monthTile(reports: readonly Report[]): Tile {
  return {
    id: 'month',
    title: 'El mes anterior',
    look: 'changes',
    empty: 'No hubo movimiento en esos dos meses.',
    prepare(question) {
      const months = lastMonths(question.now);
      const own = openTo(reports, question).filter(({ days }) => days !== 'none');
      if (own.length === 0) return null;
      return {
        note: months.words,
        selects: own.flatMap((report) => {
          const facts = monthFacts(report, months, question, BY_DAY);
          return facts ? [tileRows({ key: fragment`${report.id}::text`, ...monthSums(months), from: fragment`(${facts}) AS found` })] : [];
        }),
        show: (rows) =>
          own.flatMap(({ id, words, url }) => {
            const { value = 0, before = 0 } = rows.find(({ key }) => key === id) ?? {};
            if (value === 0 && before === 0) return [];
            const href = `${url}?${new URLSearchParams({ ...months.last })}`;
            return [
              { key: id, label: capitalize(words.events), figure: formatCount(value), count: value, href, change: changeTo(value, before) },
            ];
          }),
      };
    },
  };
}

/** The agencies with the highest counts of a report in the last complete month, compared with the month before. */
export function agenciesTile(report: Report): Tile {
  const { menu, url, words, agencyParameter = '', groupings = [] } = report;
  return {
    id: `agencies-${report.id}`,
    title: `${capitalize(words.events)} por agencia`,
    look: 'changes',
    empty: 'No hubo movimiento en esos dos meses.',
    prepare(question) {
      const months = lastMonths(question.now);
      const facts = canOpen(question.actor, menu) && agencyParameter !== '' ? monthFacts(report, months, question) : null;
      if (!facts) return null;
      const byAgency = groupings.some(({ id }) => id === BY_AGENCY) ? `&by=${BY_AGENCY}` : '';
      return {
        note: months.words,
        more: { label: 'Ver el reporte', href: `${url}?${new URLSearchParams({ ...months.last })}${byAgency}` },
        selects: [agencyRows(facts, months)],
        show: (rows) =>
          [...rows]
            .sort((a, b) => b.value - a.value || b.before - a.before || a.key.localeCompare(b.key))
            .slice(0, AGENCIES_SHOWN)
            .map(({ key, name, value, before }) => ({
              key,
              label: name,
              figure: formatCount(value),
              count: value,
              change: changeTo(value, before),
              href: `${url}?${new URLSearchParams({ ...months.last, [agencyParameter]: key })}`,
            })),
      };
    },
  };
}

/** Counts without an agency are left out, because no filter finds them. */
export function agencyRows(facts: SqlFragment, months: LastMonths): SqlFragment {
  const { value, before } = monthSums(months);
  return tileRows({
    key: trusted('g.agency'),
    name: fragment`coalesce(CASE WHEN t.nombre <> '' THEN ${distinctName(AGENCIES)} END, g.agency)`,
    value: trusted('g.value'),
    before: trusted('g.before'),
    from: fragment`(SELECT found.agency, ${value} AS value, ${before} AS before FROM (${facts}) AS found WHERE found.agency <> '' GROUP BY found.agency) AS g
      LEFT JOIN agencias t ON t.id = g.agency`,
  });
}

/** A report's facts for both months, within the person's permissions; null when it has none. */
export function monthFacts(
  report: Report,
  { both }: LastMonths,
  { actor, now, today }: TileQuestion,
  split: FactsSplit = { grain: 'day', byAgency: true },
): SqlFragment | null {
  const { query } = readReportQuery(report, new URLSearchParams({ ...both }), { now, pageSize: actor.pageSize });
  return report.facts?.({ query, today, actor }, split) ?? null;
}

function monthSums({ last }: LastMonths): { value: SqlFragment; before: SqlFragment } {
  return {
    value: fragment`coalesce(sum(found.events) FILTER (WHERE found.day >= ${last.from}::date), 0)`,
    before: fragment`coalesce(sum(found.events) FILTER (WHERE found.day < ${last.from}::date), 0)`,
  };
}

function openTo(reports: readonly Report[], { actor }: Pick<TileQuestion, 'actor'>): Report[] {
  return reports.filter(({ isOnHome, menu }) => isOnHome && canOpen(actor, menu));
}
