import { containsTerm, searchText } from '../../domain/search.ts';
import { allOf, fragment, identifier, joinFragments } from '../../platform/sql/sql-fragment.ts';
import type { NamedColumn, SoughtColumn } from '../../read-model/pages/page-source.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { termCondition } from '../../read-model/pages/search-condition.ts';
import type { DeclaredRecords } from '../../records/declared-record.ts';

/** A word that more records of a kind contain leads to none of them by itself: `contrato` would match half of all files. */
const RECORDS_MAX = 500;

/** Two letters are no trigram: every row would have to be searched for them. */
const WORD = /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** Kinds that may have a million records. */
const BIG: ReadonlySet<string> = new Set(['cotizaciones', 'documentos', 'maletin_archivos']);

interface Kind {
  place: string;
  table: string;
  name: string;
}

interface Found {
  place: string;
  id: string;
  name: string;
}

/** Finds entries by the present names of their records: of kinds with few records by the last id of an entry's path. */
export function byNameNow(records: DeclaredRecords): NamedColumn[] {
  const kinds = Object.entries(records).flatMap(([place, { names }]): Kind[] =>
    // Roles have no search text: their entries store their names.
    names && names.table !== 'roles' ? [{ place, ...names }] : [],
  );
  const isFew = ({ place, table }: Kind) => !place.includes('/') && !BIG.has(table);
  const few = kinds.filter(isFew).map(({ table, name }) => ({ column: 'target_id', table, name }));
  return [...few, byWholePath(kinds.filter((kind) => !isFew(kind)))];
}

/** Of the other kinds (big tables, and records below another record) by the whole path. */
function byWholePath(kinds: readonly Kind[]): SoughtColumn {
  return {
    column: 'targetPath',
    seek: async (read, terms) => {
      const words = terms.filter((term) => WORD.test(term));
      const found = words.length === 0 ? [] : await findRecords(read, kinds, words);
      const paths = found.map(({ place, id, name }) => ({ path: pathOf(place, id), text: searchText([name]) }));
      return new Map(terms.map((term) => [term, paths.filter(({ text }) => containsTerm(text, term)).map(({ path }) => path)]));
    },
  };
}

/** Records that contain one of the words, and those that contain all words of which each alone is too frequent in its kind. */
async function findRecords(read: Read, kinds: readonly Kind[], terms: readonly string[]): Promise<Found[]> {
  const byTerm = await select(
    read,
    kinds.flatMap((kind) => terms.map((term) => ({ kind, terms: [term] }))),
  );
  const frequent = kinds.map((kind) => ({
    kind,
    terms: byTerm.flatMap((asked) => (asked.kind === kind && asked.found === null ? asked.terms : [])),
  }));
  const together = await select(
    read,
    frequent.filter((asked) => asked.terms.length > 1),
  );
  return [...byTerm, ...together].flatMap(({ kind, found }) => (found ?? []).map((row) => ({ ...row, place: kind.place })));
}

interface RecordQuery {
  kind: Kind;
  terms: readonly string[];
}

/** The records for each question; null if there are too many. */
async function select(
  read: Read,
  queries: readonly RecordQuery[],
): Promise<(RecordQuery & { found: { id: string; name: string }[] | null })[]> {
  if (queries.length === 0) return [];
  const questions = queries.map(
    ({ kind: { table, name }, terms }, place) => fragment`(SELECT ${place}::int AS place, t.id, t.${identifier(name)} AS name
      FROM ${identifier(table)} t WHERE NOT t.source_deleted AND ${allOf(terms.map((term) => termCondition(term)))} LIMIT ${RECORDS_MAX + 1})`,
  );
  const rows = await read<{ place: number; id: string; name: string }>(joinFragments(questions, ' UNION ALL '));
  return queries.map((one, place) => {
    const found = rows.filter((row) => row.place === place);
    return { ...one, found: found.length > RECORDS_MAX ? null : found };
  });
}

/** `servicios/*` + `/productos` and `ahorro/a1` are `servicios/ahorro/productos/a1`. */
function pathOf(place: string, id: string): string {
  const ids = id.split('/');
  const above = place.split('/').map((segment) => (segment === '*' ? (ids.shift() ?? '') : segment));
  return [...above, ...ids].join('/');
}
