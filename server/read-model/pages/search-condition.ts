import { normalizeForSearch, searchTerms, SEARCHED_CHARACTERS } from '../../domain/search.ts';
import type { NamedHits } from './named-records.ts';
import { fragment, identifier, joinFragments, type SqlFragment } from '../../platform/sql-fragment.ts';

/** Shorter terms have no trigram of their own: they are looked for at the beginning of words. */
const TRIGRAM_CHARACTERS = 3;

/**
 * One condition per term of the query: over `t.search_text`, or over the columns that lead to a record of that name.
 * Empty when nothing is searched.
 */
export function searchConditions(q: string, named: NamedHits): SqlFragment[] {
  return searchTerms(q).map((term) => {
    const byName = (named.get(term) ?? []).map(({ column, ids }) => fragment`t.${identifier(column)} = ANY(${[...ids]}::text[])`);
    return joinFragments([termCondition(term), ...byName], ' OR ');
  });
}

/** The term is somewhere in `t.search_text`, as `holdsTerm` says it of a text. */
export function termCondition(term: string): SqlFragment {
  const escaped = escapeLike(term);
  if (!isShort(term)) return fragment`t.search_text LIKE ${`%${escaped}%`}`;
  // Written like this, the trigram index answers it: " ab" with the space before is a trigram.
  return fragment`t.search_text LIKE ${`${escaped}%`} OR t.search_text LIKE ${`% ${escaped}%`}`;
}

export function holdsTerm(text: string, term: string): boolean {
  const normalized = normalizeForSearch(text.slice(0, SEARCHED_CHARACTERS));
  return isShort(term) ? ` ${normalized}`.includes(` ${term}`) : normalized.includes(term);
}

function isShort(term: string): boolean {
  return [...term].length < TRIGRAM_CHARACTERS;
}

/** Makes `%`, `_` and `\` ordinary characters of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
