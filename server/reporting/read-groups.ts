import { fragment, identifier } from '../platform/sql/sql-fragment.ts';
import { distinctName, type ChoiceSource } from '../read-model/pages/choices.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import type { CountRow, CountTotals, Measure } from './counted-rows.ts';
import { selectGroups, totalOf, type Grouped } from './select-groups.ts';
import { BY_MONTH, TOP_ROWS, type ReportNumbers, type ReportQuery } from './report.ts';

interface Groups {
  groups: CountRow[];
  totals: CountTotals;
}

/** All groups and their totals, with the names of their keys, largest first. */
export async function readGroups(read: Read, grouped: Grouped): Promise<Groups> {
  const { grouping, measures } = grouped;
  const found = await read<GroupRow>(selectGroups(grouped));
  const keys = found.map(({ id }) => id ?? '');
  const empty = keys.length === 0 ? [] : grouped.emptyKeys(keys);
  const names = await readNames(read, grouping, [...keys, ...empty]);
  const nameOf = (key: string) => names.get(key) ?? key;
  const all = numberOf(found[0]?.[totalOf('events')]) ?? 0;
  const measured = (row: GroupRow | undefined, column = (name: string) => name) =>
    Object.fromEntries(measures.map(({ name }) => [name, numberOf(row?.[column(name)])]));
  const counted = found.map((row) => {
    const id = row.id ?? '';
    return { id, name: nameOf(id), events: row.events, share: all === 0 ? 0 : row.events / all, measures: measured(row) };
  });
  const groups = [...counted, ...empty.map((id) => ({ id, name: nameOf(id), events: 0, share: 0, measures: emptyMeasures(measures) }))];
  return {
    groups,
    totals: { events: all, groups: groups.length, measures: found.length === 0 ? emptyMeasures(measures) : measured(found[0], totalOf) },
  };
}

/** Measures of no rows: 0 for sums; null for a maximum or median. */
const emptyMeasures = (measures: readonly Measure[]) => Object.fromEntries(measures.map(({ name, adds }) => [name, adds ? 0 : null]));

interface GroupRow {
  id: string | null;
  events: number;
  /** Measures by name, and those of all groups together as `total_…`. */
  [measure: string]: number | string | null;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

async function readNames(
  read: Read,
  { names, nameOf, recordedNames, joined, words }: Grouped['grouping'],
  keys: readonly string[],
): Promise<Map<string, string>> {
  const fallbackName = (key: string) => (key === '' ? `Sin ${words.row}` : (nameOf?.(key) ?? key));
  if (!names || keys.length === 0) return new Map(keys.map((key) => [key, fallbackName(key)]));
  const found = await readRecordNames(read, names, joined ? keys.flatMap(partsOfKey) : keys);
  const nameless = recordedNames ? keys.filter((key) => key !== '' && !found.has(key)) : [];
  if (recordedNames && nameless.length > 0)
    for (const { id, name } of await read<{ id: string; name: string }>(recordedNames(nameless))) found.set(id, name);
  if (!joined) return new Map(keys.map((key) => [key, found.get(key) ?? fallbackName(key)]));
  const nameOfPart = (id: string) => found.get(id) ?? (id || joined.none);
  return new Map(keys.map((key) => [key, partsOfKey(key).map(nameOfPart).join(joined.between)]));
}

/** Ids contain no slash. */
const partsOfKey = (key: string) => key.split('/');

async function readRecordNames(read: Read, source: ChoiceSource, ids: readonly string[]): Promise<Map<string, string>> {
  const { table, name } = source;
  const rows = await read<{ id: string; name: string }>(
    fragment`SELECT t.id, ${distinctName(source)} AS name FROM ${identifier(table)} t WHERE t.id = ANY(${[...new Set(ids)]}::text[]) AND t.${identifier(name)} <> ''`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The requested page, or the last one if there are fewer, in the requested order. */
export function pageOfGroups({ groups, totals }: Groups, query: ReportQuery): ReportNumbers<CountRow, CountTotals> {
  const page = Math.min(query.page, Math.max(1, Math.ceil(groups.length / query.pageSize)));
  const rows = sortGroups(groups, query).slice((page - 1) * query.pageSize, page * query.pageSize);
  return { page, count: groups.length, totals, rows, top: groups.slice(0, TOP_ROWS) };
}

const collator = new Intl.Collator('es', { numeric: true });

/** A total order, so that no row appears on two pages; months are sorted chronologically. */
export function sortGroups(groups: readonly CountRow[], { sort, dir, by }: ReportQuery): CountRow[] {
  const sign = dir === 'asc' ? 1 : -1;
  const byId = (one: CountRow, other: CountRow) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
  const compare = (one: CountRow, other: CountRow): number => {
    if (sort === 'events') return one.events - other.events;
    return by === BY_MONTH ? byId(one, other) : collator.compare(one.name, other.name);
  };
  return [...groups].sort((one, other) => sign * compare(one, other) || byId(one, other));
}
