import { searchTerms } from '../domain/search.ts';
import { fragment, type SqlFragment } from './sql-fragment.ts';

/** Shorter terms have no trigram of their own: they are looked for at the beginning of words. */
const TRIGRAM_CHARACTERS = 3;

/** One condition per term of the query over `t.search_text`; empty when nothing is searched. */
export function searchConditions(q: string): SqlFragment[] {
  return searchTerms(q).map((term) => {
    const escaped = escapeLike(term);
    if ([...term].length >= TRIGRAM_CHARACTERS) return fragment`t.search_text LIKE ${`%${escaped}%`}`;
    // Written like this, the trigram index answers it: " ab" with the space before is a trigram.
    return fragment`t.search_text LIKE ${`${escaped}%`} OR t.search_text LIKE ${`% ${escaped}%`}`;
  });
}

/** Makes `%`, `_` and `\` ordinary characters of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
