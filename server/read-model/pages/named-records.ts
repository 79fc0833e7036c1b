import { holdsTerm, searchTerms, searchText } from '../../domain/search.ts';
import type { KnownColumn, NamedColumn, RecordColumn } from './page-source.ts';
import type { Read } from './screen-query.ts';
import { termCondition, type NamedHits } from './search-condition.ts';
import { fragment, identifier, joinFragments } from '../../platform/sql-fragment.ts';

/** Says of one list's columns which records a search names there. */
export type NamesFound = (columns: readonly NamedColumn[]) => NamedHits;

/**
 * Looks the words of a search up in the names of what a list's columns lead to (few, beside the list). Asked
 * before the page, so that its query holds plain ids: the planner then knows how many rows each of them has.
 */
export async function findNamedRecords(read: Read, columns: readonly NamedColumn[], q: string): Promise<NamedHits> {
  return (await findNames(read, columns, q))(columns);
}

/** The same for the columns of many lists, each table of names asked once. */
export async function findNames(read: Read, columns: readonly NamedColumn[], q: string): Promise<NamesFound> {
  const terms = searchTerms(q);
  if (terms.length === 0 || columns.length === 0) return () => new Map();
  const records = await readNames(read, columns.filter(leadsToRecords), terms);
  // `search_text` holds more than the name; by an address or by hours of opening nobody means what lies elsewhere.
  const namesOf = (column: NamedColumn) =>
    isKnown(column) ? column.values.map(comparable) : records.filter(({ place }) => place === placeOf(column));
  return (asked) => {
    const named = asked.map((column) => ({ column: column.column, names: namesOf(column) }));
    return new Map(terms.map((term) => [term, holding(named, term)]));
  };
}

const isKnown = (column: NamedColumn): column is KnownColumn => 'values' in column;
const leadsToRecords = (column: NamedColumn): column is RecordColumn => 'table' in column;

/** A name as search compares it. */
interface Name {
  id: string;
  text: string;
}

function comparable({ id, name }: { id: string; name: string }): Name {
  return { id, text: searchText([name]) };
}

async function readNames(read: Read, columns: readonly RecordColumn[], terms: readonly string[]): Promise<(Name & { place: string })[]> {
  const places = new Map(columns.map((column) => [placeOf(column), column]));
  if (places.size === 0) return [];
  const candidates = [...places].flatMap(([place, { table, name }]) =>
    terms.map(
      (term) =>
        fragment`SELECT ${place}::text AS place, t.id, t.${identifier(name)} AS name FROM ${identifier(table)} t WHERE ${termCondition(term)}`,
    ),
  );
  const rows = await read<{ place: string; id: string; name: string }>(joinFragments(candidates, ' UNION '));
  return rows.map(({ place, ...row }) => ({ place, ...comparable(row) }));
}

function placeOf({ table, name }: RecordColumn): string {
  return `${table}.${name}`;
}

function holding(named: readonly { column: string; names: readonly Name[] }[], term: string): { column: string; ids: string[] }[] {
  return named
    .map(({ column, names }) => ({ column, ids: names.filter(({ text }) => holdsTerm(text, term)).map(({ id }) => id) }))
    .filter(({ ids }) => ids.length > 0);
}
