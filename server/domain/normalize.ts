/**
 * How search compares text (docs/specification.md section 5: case-insensitive, slashes and backslashes ignored; we also ignore accents
 * and the separators in dates, amounts and numbers). The projector stores a document's text in this form in
 * `search_text`, and what a person types goes through the same functions.
 */
const COMBINING_MARKS = /\p{M}+/gu;
/** `|` is reserved: it delimits keys in `search_text`. */
const SLASHES = /[/\\|]+/g;
const WHITESPACE = /\s+/g;
/** `Q 500` is `Q500`. */
const APART_FROM_AMOUNT = /(^| )q (?=\d)/g;
/** Typographic characters that word processors insert for those of the keyboard. */
const TYPOGRAPHIC = /[‘’‚“”„–—]/g;
const KEYBOARD: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '‚': "'", '–': '-', '—': '-' };
/** Characters that Postgres cannot store: NUL, and lone surrogates. */
export const NOT_STORABLE = /\0|\p{Surrogate}/gu;

const PLAIN = /^[\x20-\x7e]*$/;
/** Matches a plain lower-case text that `tidy` would change. */
const UNTIDY = /[/\\|]|^ | $| {2}|(?:^| )q \d/;

/** Lower case, no accents, slashes or backslashes, single spaces, trimmed. Idempotent. */
export function normalizeForSearch(text: string): string {
  // Fast path: most values are ASCII, or are once their accents are removed, and the sync normalises every single one.
  const plain = (PLAIN.test(text) ? text : text.normalize('NFD').replace(COMBINING_MARKS, '')).toLowerCase();
  if (PLAIN.test(plain)) return UNTIDY.test(plain) ? tidy(plain) : plain;
  return tidy(
    text
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(COMBINING_MARKS, '')
      .replace(NOT_STORABLE, '')
      .replace(TYPOGRAPHIC, (sign) => KEYBOARD[sign] ?? '"'),
  );
}

function tidy(text: string): string {
  return text.replace(SLASHES, '').replace(WHITESPACE, ' ').trim().replace(APART_FROM_AMOUNT, '$1q');
}
