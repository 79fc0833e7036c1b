/**
 * Check the length first. NFC composition takes quadratic time on a run of combining accents, and any other tidying walks
 * the whole text: so a text is measured first, and one that is too long is left untouched.
 */

/** Longest search text; the rest is cut. */
export const QUERY_MAX = 200;
/** Longest item of a list: addresses of pictures, file extensions. */
const ITEM_MAX = 2_000;

/**
 * Longest raw text that may still fit into `max` characters once tidied: surrounding blanks, two-character line ends,
 * decomposed accents.
 */
export function rawLengthMax(max: number): number {
  return 2 * max + 200;
}

/**
 * The items of a list typed as one text, without blank ones. Input that cannot be a list of `max` items is not fully split:
 * it stays in one piece, or is cut one item above the limit, so that the later checks refuse it.
 */
export function splitWithin(text: string, between: RegExp, max: number): string[] {
  // More may arrive than are kept, because duplicates are dropped later.
  const most = 2 * max + 50;
  if (text.length > most * ITEM_MAX) return [text];
  return text
    .split(between)
    .filter((item) => item.trim() !== '')
    .slice(0, most + 1);
}

/** The beginning of a text, for texts of any length that other programs wrote; a cut ends with an ellipsis and never splits a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
