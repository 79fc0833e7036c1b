import { closeAlternatives } from '../../domain/close-words.ts';
import { MASK_SHOWS } from '../../domain/digit-groups.ts';
import {
  containsTerm,
  keyEndMark,
  keyMark,
  keySpellings,
  searchReadings,
  searchTerms,
  searchText,
  spellingsOf,
  matchesOnlyAtWordStart,
} from '../../domain/search.ts';
import { allOf, fragment, identifier, joinFragments, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { PagePlan } from './page-plan.ts';
import type { KnownColumn, MaskedReach, NamedColumn, PageSource, RecordColumn, SoughtColumn } from './page-source.ts';
import type { Read } from './screen-query.ts';

/** For each word of a search: the columns in which it names records, with their ids. */
export type NamedHits = ReadonlyMap<string, readonly { column: string; ids: readonly string[] }[]>;

/** More words than this are a sentence, not a name. */
const CLOSE_TERMS_MAX = 3;

/** Possible ids of a record. Ids are not part of the search text: only a whole id matches. */
const ID = /^[^\s/]{3,200}$/;

/** The plan with the conditions of its search. */
export async function withSearch(read: Read, plan: PagePlan): Promise<PagePlan> {
  const { source, q } = plan;
  const columns = source.named ?? [];
  const named = (await findNames(read, columns, q))(columns);
  const conditions = [...plan.conditions, ...searchConditions(source, q, named)];
  return { ...plan, q: '', conditions, where: allOf([plan.present, ...conditions]) };
}

/**
 * Rows that a search finds: each term is in `t.search_text` or `t.masked_text`, or names a record in one of its columns; or the whole text
 * is in a computed column, or is the id. Empty without a search.
 */
export function searchConditions(
  { computed = [], masked }: Pick<PageSource, 'computed' | 'masked'>,
  q: string,
  named: NamedHits,
): SqlFragment[] {
  const [terms = [], ...others] = searchReadings(q).map((reading) =>
    reading.map((term) => joinFragments([termCondition(term, masked), ...byName(term, named)], ' OR ')),
  );
  if (terms.length === 0) return [];
  const typed = q.trim();
  const wholes = [
    ...others.map(allOf),
    ...(ID.test(typed) ? [idCondition(typed)] : []),
    ...computed.map((column) => column(typed)).filter((part) => part !== null),
  ];
  return wholes.length === 0
    ? terms
    : [
        joinFragments(
          [allOf(terms), ...wholes].map((part) => fragment`(${part})`),
          ' OR ',
        ),
      ];
}

/**
 * As `searchConditions`, but with one wrong letter in any of the terms, for lists where those find nothing;
 * null when no term can be searched like this.
 */
export function closeConditions({ masked }: Pick<PageSource, 'masked'>, q: string, named: NamedHits): SqlFragment[] | null {
  const terms = searchTerms(q).map((term) => ({ term, close: closeCondition(term) }));
  const spelled = terms.map(({ close }) => close).filter((close) => close !== null);
  if (terms.length > CLOSE_TERMS_MAX || spelled.length === 0) return null;
  // No row matches every term as written, so that at least one must match misspelled. Saying so spares a look at all rows that a term finds
  // only by a person's name.
  const anyCloseMatch = joinFragments(spelled, ' OR ');
  if (terms.length === 1) return [anyCloseMatch];
  const found = terms.map(({ term, close }) =>
    joinFragments([termCondition(term, masked), ...(close === null ? [] : [close]), ...byName(term, named)], ' OR '),
  );
  return [...found, anyCloseMatch];
}

/** One regular expression, which the trigram index answers: a LIKE per alternative takes ten times as long to plan. */
function closeCondition(term: string): SqlFragment | null {
  const alternatives = closeAlternatives(term);
  return alternatives === null ? null : fragment`t.search_text ~ ${`(?:^| )${alternatives}`}`;
}

/** The whole of `q` is a key of the row (searchText), or its id. */
export function keyCondition(q: string, { masked }: Pick<PageSource, 'masked'> = {}): SqlFragment {
  const columns = masked ? [SEARCH_TEXT, MASKED_TEXT] : [SEARCH_TEXT];
  return joinFragments([idCondition(q), ...columns.flatMap((column) => keyConditions(q, column))], ' OR ');
}

function keyConditions(q: string, column: SqlFragment): SqlFragment[] {
  return keySpellings(q).map((spelling) => containsText(column, escapeLike(keyMark(spelling))));
}

/** Conditions over the columns in which a term names records. */
function byName(term: string, named: NamedHits): SqlFragment[] {
  return (named.get(term) ?? []).map(({ column, ids }) => fragment`t.${identifier(column)} = ANY(${[...ids]}::text[])`);
}

function idCondition(id: string): SqlFragment {
  return fragment`t.id = ${id}`;
}

const SEARCH_TEXT = trusted('t.search_text');
const MASKED_TEXT = trusted('t.masked_text');

/** `t.search_text` contains the term, as `containsTerm` decides for a text, or `t.masked_text` does so far as it may be searched. */
export function termCondition(term: string, masked?: MaskedReach): SqlFragment {
  const within = (column: SqlFragment) => spellingsOf(term).map((spelling) => spellingCondition(spelling, column));
  const hidden =
    masked === 'part' ? within(MASKED_TEXT) : masked === 'whole' ? [...keyConditions(term, MASKED_TEXT), ...shownEnd(term)] : [];
  return joinFragments([...within(SEARCH_TEXT), ...hidden], ' OR ');
}

/** The last characters of a masked value are on the screen, so that searching by them reveals nothing. */
function shownEnd(term: string): SqlFragment[] {
  return term.length === MASK_SHOWS ? [containsText(MASKED_TEXT, escapeLike(keyEndMark(term)))] : [];
}

function spellingCondition(spelling: string, column: SqlFragment): SqlFragment {
  const escaped = escapeLike(spelling);
  if (PAIR.test(spelling)) return pairCondition(spelling, column);
  if (!matchesOnlyAtWordStart(spelling)) return containsText(column, escaped);
  // In this form the trigram index answers it: " ab" with its leading space is a trigram.
  return fragment`${column} LIKE ${`${escaped}%`} OR ${containsText(column, ` ${escaped}`)}`;
}

const PAIR = /^(?!\d\d)[a-z\d]{2}$/;
/**
 * Characters that may follow a word. Separate, because the index cannot answer an expression that mixes
 * signs and letters, nor signs above U+07FF.
 */
const SIGNS = `[] .,;:()_'"+=?!#&%@$*<>~^\`{[|}«»·°¡¿-]`;

/**
 * Two letters are not a trigram, but together with a following letter, digit or sign they are, and the trigram index answers that. The
 * actual condition is `strpos`, which no index answers: it comes first, for when all rows are scanned.
 */
function pairCondition(pair: string, column: SqlFragment): SqlFragment {
  const followed = fragment`${column} ~ ${`${pair}[a-z0-9]`} OR ${column} ~ ${pair + SIGNS} OR ${column} LIKE ${`%${pair}`}`;
  return fragment`(strpos(${column}, ${pair}) > 0 AND (${followed}))`;
}

/** `pattern` is a LIKE pattern: escaped text with our own wildcards. */
function containsText(column: SqlFragment, pattern: string): SqlFragment {
  return fragment`${column} LIKE ${`%${pattern}%`}`;
}

/** Makes `%`, `_` and `\` ordinary characters of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** Gives the records that a search names in the columns of one list. */
export type NamesFound = (columns: readonly NamedColumn[]) => NamedHits;

/**
 * Looks up the words of a search in the names that columns refer to (few compared with the list), querying each table of names once. Runs
 * before the page, so that the page's query holds plain ids, for which the planner knows the number of rows.
 */
export async function findNames(read: Read, columns: readonly NamedColumn[], q: string): Promise<NamesFound> {
  const terms = [...new Set(searchReadings(q).flat())];
  if (terms.length === 0 || columns.length === 0) return () => new Map();
  const records = await readNames(read, columns.filter(leadsToRecords), terms);
  const sought = await seekEach(read, columns.filter(isSought), terms);
  // Checks the name itself: `search_text` also holds addresses or opening hours, by which nobody looks for other records.
  const namesOf = (column: KnownColumn | RecordColumn) =>
    isKnown(column) ? column.values.map(comparable) : records.filter(({ place }) => place === placeOf(column));
  const idsOf = (column: NamedColumn): ((term: string) => readonly string[]) => {
    if (isSought(column)) return (term) => sought.get(column)?.get(term) ?? [];
    const names = namesOf(column);
    return (term) => names.filter(({ text }) => containsTerm(text, term)).map(({ id }) => id);
  };
  return (requestedColumns) => {
    const named = requestedColumns.map((column) => ({ column: column.column, idsOf: idsOf(column) }));
    const hits = (term: string) => named.map((one) => ({ column: one.column, ids: one.idsOf(term) })).filter(({ ids }) => ids.length > 0);
    return new Map(terms.map((term) => [term, hits(term)]));
  };
}

/** Seeks each column once, even if several lists have it. */
async function seekEach(read: Read, columns: readonly SoughtColumn[], terms: readonly string[]) {
  const sought = new Map<SoughtColumn, ReadonlyMap<string, readonly string[]>>();
  for (const column of new Set(columns)) sought.set(column, await column.seek(read, terms));
  return sought;
}

const isKnown = (column: NamedColumn): column is KnownColumn => 'values' in column;
const isSought = (column: NamedColumn): column is SoughtColumn => 'seek' in column;
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
