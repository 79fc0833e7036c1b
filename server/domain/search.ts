/**
 * How search compares text (specification section 5: any letter case, slashes and backslashes ignored; we add accents).
 * The projector stores a document's text normalised like this in `search_text`, and a query is normalised the same way.
 */
const COMBINING_MARKS = /\p{M}+/gu;
const SLASHES = /[/\\]+/g;
const WHITESPACE = /\s+/g;
/** What Postgres cannot store: NUL, and halves of a surrogate pair. */
const NOT_STORABLE = /\0|\p{Surrogate}/gu;

/** Longest part of one value that takes part in search; the rest of a very long text only makes the index big. */
export const SEARCHED_CHARACTERS = 2_000;
const MAX_QUERY_CHARACTERS = 200;
const MAX_TERMS = 8;

const PLAIN = /^[\x20-\x7e]*$/;
/** What `tidy` would change in a plain text. */
const UNTIDY = /[/\\]|^ | $| {2}/;

/** Lower case, no accents, no slashes or backslashes, single spaces, trimmed. Applying it twice changes nothing. */
export function normalizeForSearch(text: string): string {
  // Most values are plain letters and digits, or are once their accents are gone, and the sync normalises every one of them.
  const plain = PLAIN.test(text) ? text : text.normalize('NFD').replace(COMBINING_MARKS, '');
  if (PLAIN.test(plain)) return UNTIDY.test(plain) ? tidy(plain.toLowerCase()) : plain.toLowerCase();
  return tidy(text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(COMBINING_MARKS, '').replace(NOT_STORABLE, ''));
}

function tidy(text: string): string {
  return text.replace(SLASHES, '').replace(WHITESPACE, ' ').trim();
}

/** The `search_text` of a record: its searchable values, each normalised. Values that are not text or numbers are left out. */
export function searchText(values: readonly unknown[]): string {
  return values
    .map((value) =>
      typeof value === 'string' || typeof value === 'number' ? normalizeForSearch(String(value).slice(0, SEARCHED_CHARACTERS)) : '',
    )
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * The words that a row's `search_text` must all hold, each anywhere in it: at most 8, without repetition and without
 * those that are part of another. An absurdly long query is cut, not refused.
 */
export function searchTerms(q: string): string[] {
  const words = normalizeForSearch(q.slice(0, MAX_QUERY_CHARACTERS))
    .split(' ')
    .filter((word) => word !== '');
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const kept: string[] = [];
  for (const word of longestFirst) {
    if (!kept.some((other) => other.includes(word))) kept.push(word);
  }
  return kept.slice(0, MAX_TERMS);
}
