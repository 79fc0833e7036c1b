import { fragment, identifier, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { isShare, type Measure, type Percentile } from './counted-rows.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { ReportWords } from './report.ts';

/** A query that counts rows by a key. */
export interface Grouped {
  /** The relation in FROM, named `t`. */
  relation: SqlFragment;
  /** SQL text over `t`: how many rows one row stands for. */
  weight?: string;
  /** Conditions over `t`. */
  where: SqlFragment;
  grouping: {
    /** SQL text over `t`. */
    key: string;
    /** SQL that turns a key into an id; default: the key itself. */
    idOf?: (key: string) => string;
    names?: ChoiceSource;
    recordedNames?: (keys: readonly string[]) => SqlFragment;
    nameOf?: (key: string) => string;
    joined?: { between: string; none: string };
    words: Pick<ReportWords, 'row'>;
  };
  /** The keys of rows without events, beside those that were found. */
  emptyKeys: (found: readonly string[]) => string[];
  measures: readonly Measure[];
}

/** The column of a measure's total over all groups. */
export const totalOf = (name: string) => `total_${name}`;

/**
 * SELECT of `id`, `events`, each measure, and their `total_…` on every row; most events first. Rows are read once and
 * hash-aggregated; each group keeps its values for percentiles, both its own and the total ones.
 */
export function selectGroups({ relation, weight, where, grouping, measures }: Grouped): SqlFragment {
  const plain = [
    { name: 'events', column: weight === undefined ? 'count(*)' : `coalesce(sum(${weight}), 0)`, total: 'sum' },
    ...measures.flatMap(({ name, sql, adds }) => (typeof sql === 'string' ? [{ name, column: sql, total: adds ? 'sum' : 'max' }] : [])),
  ];
  const shares = measures.flatMap(({ name, sql }) =>
    isShare(sql) ? [{ name, ...sql, part: identifier(`part_${name}`), all: identifier(`all_${name}`) }] : [],
  );
  const samples = samplesOf(measures);
  const counted = [
    fragment`${trusted(grouping.key)} AS key`,
    ...plain.map(({ name, column }) => fragment`(${trusted(column)})::float8 AS ${identifier(name)}`),
    ...shares.flatMap(({ portion, whole, part, all }) => [
      fragment`(${trusted(portion)})::float8 AS ${part}`,
      fragment`(${trusted(whole)})::float8 AS ${all}`,
    ]),
    ...samples.map(({ values, column }) => fragment`array_agg(${trusted(values)}) AS ${column}`),
  ];
  const shown = [
    fragment`(${trusted(grouping.idOf?.('g.key') ?? 'g.key')})::text COLLATE "C" AS id`,
    ...plain.map(({ name }) => fragment`g.${identifier(name)}`),
    ...plain.map(({ name, total }) => fragment`${trusted(total)}(g.${identifier(name)}) OVER () AS ${identifier(totalOf(name))}`),
    ...shares.flatMap(({ name, part, all }) => [
      fragment`g.${part} / nullif(g.${all}, 0) AS ${identifier(name)}`,
      fragment`sum(g.${part}) OVER () / nullif(sum(g.${all}) OVER (), 0) AS ${identifier(totalOf(name))}`,
    ]),
    ...samples.flatMap(({ own, all, measured }) =>
      measured.flatMap(({ name }) => [
        fragment`${own}.${identifier(name)}`,
        fragment`${all}.${identifier(name)} AS ${identifier(totalOf(name))}`,
      ]),
    ),
  ];
  const percentiles = samples.map(
    ({ column, own, all, measured }) => fragment`
      CROSS JOIN LATERAL (SELECT ${percentilesOf(measured)} FROM unnest(g.${column}) AS value) AS ${own}
      CROSS JOIN ${all}`,
  );
  // Materialized, because the planner would otherwise compute the percentiles of all groups once for each group.
  const totals = samples.map(
    ({ column, all, measured }) =>
      fragment`${all} AS MATERIALIZED (SELECT ${percentilesOf(measured)} FROM groups, unnest(groups.${column}) AS value)`,
  );
  const groups = fragment`groups AS MATERIALIZED (SELECT ${joinFragments(counted, ', ')} FROM ${relation} t WHERE ${where} GROUP BY 1)`;
  return fragment`WITH ${joinFragments([groups, ...totals], ', ')}
    SELECT ${joinFragments(shown, ', ')} FROM groups AS g ${joinFragments(percentiles, ' ')} ORDER BY events DESC, id`;
}

interface Sample {
  /** SQL over `t`: one row's value. */
  values: string;
  column: SqlFragment;
  own: SqlFragment;
  all: SqlFragment;
  measured: { name: string; part: number }[];
}

/** Percentiles over the same values are computed together. */
function samplesOf(measures: readonly Measure[]): Sample[] {
  const among = measures.flatMap(({ name, sql }) => (typeof sql === 'string' || isShare(sql) ? [] : [{ name, ...sql }]));
  return [...new Set(among.map(({ values }) => values))].map((values, place) => ({
    values,
    column: identifier(`values_${place}`),
    own: identifier(`own_${place}`),
    all: identifier(`all_${place}`),
    measured: among.filter((one) => one.values === values),
  }));
}

function percentilesOf(measured: readonly (Pick<Percentile, 'part'> & { name: string })[]): SqlFragment {
  return joinFragments(
    measured.map(
      ({ name, part }) => fragment`percentile_cont(${trusted(String(part))}) WITHIN GROUP (ORDER BY value) AS ${identifier(name)}`,
    ),
    ', ',
  );
}
