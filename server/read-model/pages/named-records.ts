import { searchTerms } from '../../domain/search.ts';
import type { KnownColumn, NamedColumn, RecordColumn } from './page-source.ts';
import type { Read } from './screen-query.ts';
import { holdsTerm, termCondition } from './search-condition.ts';
import { fragment, identifier, joinFragments } from '../../platform/sql-fragment.ts';

/** For each word of a search: the columns in which it names records, with the ids of those. */
export type NamedHits = ReadonlyMap<string, readonly { column: string; ids: readonly string[] }[]>;

/**
 * Looks the words of a search up in the names of the records to which a list's columns lead (few, beside the list). Asked
 * before the page, so that its query holds plain ids: the planner then knows how many rows each of them has.
 */
export async function findNamedRecords(read: Read, columns: readonly NamedColumn[], q: string): Promise<NamedHits> {
  const terms = searchTerms(q);
  if (terms.length === 0 || columns.length === 0) return new Map();
  const known = columns.filter(isKnown).flatMap(({ column, values }) => values.map((value) => ({ column, ...value })));
  const rows = [...known, ...(await readCandidates(read, columns.filter(leadsToRecords), terms))];
  // `search_text` holds more than the name; by an address or by hours of opening nobody means what lies elsewhere.
  return new Map(terms.map((term) => [term, byColumn(rows.filter((row) => holdsTerm(row.name, term)))]));
}

const isKnown = (column: NamedColumn): column is KnownColumn => 'values' in column;
const leadsToRecords = (column: NamedColumn): column is RecordColumn => 'table' in column;

interface Candidate {
  column: string;
  id: string;
  name: string;
}

async function readCandidates(read: Read, columns: readonly RecordColumn[], terms: readonly string[]): Promise<Candidate[]> {
  if (columns.length === 0) return [];
  const candidates = columns.flatMap(({ column, table, name }) =>
    terms.map(
      (term) =>
        fragment`SELECT ${column}::text AS "column", t.id, t.${identifier(name)} AS name FROM ${identifier(table)} t WHERE ${termCondition(term)}`,
    ),
  );
  return read<Candidate>(joinFragments(candidates, ' UNION '));
}

function byColumn(rows: readonly { column: string; id: string }[]): { column: string; ids: string[] }[] {
  const ids = new Map<string, string[]>();
  for (const row of rows) ids.set(row.column, [...(ids.get(row.column) ?? []), row.id]);
  return [...ids].map(([column, found]) => ({ column, ids: found }));
}
