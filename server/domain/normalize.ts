/**
 * How search compares text (docs/specification.md section 5: any letter case, slashes and backslashes ignored; we add accents, and
 * dates, amounts and numbers however they are separated). The projector stores a document's text like this in
 * `search_text`, and what a person types goes through the same functions.
 */
const COMBINING_MARKS = /\p{M}+/gu;
/** The stroke is ours: it stands around keys. */
const SLASHES = /[/\\|]+/g;
const WHITESPACE = /\s+/g;
/** `Q 500` is `Q500`. */
const APART_FROM_AMOUNT = /(^| )q (?=\d)/g;
/** Signs that word processors put for those of the keyboard. */
const TYPOGRAPHIC = /[‘’‚“”„–—]/g;
const KEYBOARD: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '‚': "'", '–': '-', '—': '-' };
/** What Postgres cannot store: NUL, and halves of a surrogate pair. */
export const NOT_STORABLE = /\0|\p{Surrogate}/gu;

const PLAIN = /^[\x20-\x7e]*$/;
/** What `tidy` would change in a plain lower-case text. */
const UNTIDY = /[/\\|]|^ | $| {2}|(?:^| )q \d/;

/** Lower case, no accents, no slashes or backslashes, single spaces, trimmed. Applying it twice changes nothing. */
export function normalizeForSearch(text: string): string {
  // Most values are plain letters and digits, or are once their accents are gone, and the sync normalises every one of them.
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
