import type { QueryResultRow } from 'pg';
import { allOf, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { keyExpression, opposite, orderBy, type OrderKey, type PagePlan } from './page-plan.ts';
import { selectHits } from './page-readers.ts';
import { COUNT_CAP, WALK_BUDGET } from './page-query.ts';
import { rowsOf } from './page-source.ts';
import { indexOrder, type Read } from './screen-query.ts';
import { withSearch } from './search-condition.ts';

/** The records before and after one of a list; null at its ends. */
export interface Neighbours {
  previous: string | null;
  next: string | null;
}

const NOBODY: Neighbours = { previous: null, next: null };

/** A relation `t` with at least the keys of the rows in which a neighbour is looked for. */
interface Place {
  from: SqlFragment;
  where: SqlFragment;
}
type Way = 'before' | 'after';
type Places = (way: Way) => Place;

/**
 * The neighbours of a record in a list, across pages. The record itself need not match the list's filters any more: a person who corrects
 * it while going through the list can still go on.
 *
 * Two statements: the record's own keys in the order, then both neighbours; a search with more hits than a list counts
 * is walked in list order, as its pages are.
 *
 * @param access row access, which also applies to the record itself
 */
export async function readNeighbours(
  read: Read,
  listPlan: PagePlan,
  { id, access }: { id: string; access: readonly SqlFragment[] },
): Promise<Neighbours> {
  const plan = await withSearch(read, listPlan);
  const isWhole = plan.conditions.length === 0;
  const keys = await readKeys(read, plan, { id, access, settings: isWhole ? fragment`, ${indexOrder('on')}` : trusted('') });
  if (!keys) return NOBODY;
  return isWhole ? readInWholeList(read, plan, keys) : readAmongHits(read, plan, keys);
}

/** Key values of a record as Postgres writes them, null where it has none. */
type KeyValues = readonly (string | null)[];

async function readKeys(
  read: Read,
  { source, keys }: PagePlan,
  { id, access, settings }: { id: string; access: readonly SqlFragment[]; settings: SqlFragment },
): Promise<KeyValues | null> {
  const columns = keys.map((key, index) => fragment`t.${identifier(key.column)}::text AS ${identifier(String(index))}`);
  const [row] = await read<Record<string, string | null>>(
    fragment`SELECT ${joinFragments(columns, ', ')}${settings} FROM ${rowsOf(source)} t WHERE t.id = ${id} AND NOT t.source_deleted AND ${allOf(access)}`,
  );
  return row ? keys.map((_key, index) => row[index] ?? null) : null;
}

/** One step along the index to either side. */
async function readInWholeList(read: Read, plan: PagePlan, keys: KeyValues): Promise<Neighbours> {
  const [row] = await read(selectBoth(plan, keys, () => ({ from: fragment`${rowsOf(plan.source)} t`, where: plan.present })));
  return neighboursOf(row);
}

/** Collects the hits first, so that a rare term is answered by its own index whatever the order; with many hits it walks the list. */
async function readAmongHits(read: Read, plan: PagePlan, keys: KeyValues): Promise<Neighbours> {
  const hits: Places = () => ({ from: trusted('hits t'), where: trusted('TRUE') });
  const [row] = await read(fragment`WITH hits AS MATERIALIZED (${selectHits(plan)} LIMIT ${COUNT_CAP + 1})
    SELECT counted.n, found.* FROM (SELECT count(*) AS n FROM hits) counted CROSS JOIN (${selectBoth(plan, keys, hits)}) found`);
  if (Number(row?.['n'] ?? 0) <= COUNT_CAP) return neighboursOf(row);
  await read(fragment`SELECT ${indexOrder('on')}`);
  const [walked] = await read(selectBoth(plan, keys, walkFromRecord(plan, keys)));
  const near = neighboursOf(walked);
  if (near.previous !== null && near.next !== null) return near;
  await read(fragment`SELECT ${indexOrder('off')}`);
  const [all] = await read(fragment`WITH hits AS MATERIALIZED (${selectHits(plan)}) ${selectBoth(plan, keys, hits)}`);
  return neighboursOf(all);
}

/** The rows next to the record in list order, up to the walk budget. */
function walkFromRecord(plan: PagePlan, keys: KeyValues): Places {
  return (way) => ({
    from: fragment`(SELECT t.* FROM ${rowsOf(plan.source)} t WHERE ${plan.present} AND ${beyondRecord(plan, keys, way)}
      ORDER BY ${orderOf(plan, way)} LIMIT ${WALK_BUDGET}) t`,
    where: allOf(plan.conditions),
  });
}

function selectBoth(plan: PagePlan, keys: KeyValues, places: Places): SqlFragment {
  const nearest = (way: Way) => {
    const { from, where } = places(way);
    return fragment`(SELECT t.id FROM ${from} WHERE ${where} AND ${beyondRecord(plan, keys, way)} ORDER BY ${orderOf(plan, way)} LIMIT 1)`;
  };
  return fragment`SELECT ${nearest('before')} AS previous, ${nearest('after')} AS next`;
}

function neighboursOf(row: QueryResultRow | undefined): Neighbours {
  return { previous: textOf(row?.['previous']), next: textOf(row?.['next']) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The list's order, read away from the record on that side: rows without a value are last in the list, so they come first backwards. */
function orderOf({ keys, dir }: PagePlan, way: Way): SqlFragment {
  return way === 'after' ? orderBy('t', keys, dir) : orderBy('t', keys, opposite(dir), 'first');
}

/** Rows of alias `t` on that side of the record. */
function beyondRecord({ keys, dir }: PagePlan, values: KeyValues, way: Way): SqlFragment {
  const sign = trusted((way === 'after') === (dir === 'asc') ? '>' : '<');
  const compare = (some: readonly OrderKey[], at: KeyValues) => {
    const parameters = some.map((key, index) => fragment`${at[index]}::${trusted(key.type)}`);
    return fragment`(${joinFragments(
      some.map((key) => keyExpression('t', key)),
      ', ',
    )}) ${sign} (${joinFragments(parameters, ', ')})`;
  };
  const [chosen, ...ties] = keys;
  if (!chosen?.nullable) return compare(keys, values);
  const column = fragment`t.${identifier(chosen.column)}`;
  if (values[0] === null) {
    const among = fragment`${column} IS NULL AND ${compare(ties, values.slice(1))}`;
    return way === 'after' ? fragment`(${among})` : fragment`(${column} IS NOT NULL OR ${among})`;
  }
  return way === 'after' ? fragment`(${compare(keys, values)} OR ${column} IS NULL)` : compare(keys, values);
}
