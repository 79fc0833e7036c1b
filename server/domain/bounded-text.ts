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

/** Applies `tidy` to a text limited to `max` characters; a longer one is returned as it came, for the length check to refuse. */
export function tidyWithin(text: string, max: number, tidy: (text: string) => string = tidyText): string {
  return text.length > rawLengthMax(max) ? text : tidy(text);
}

/** Browsers send line ends as CR LF; the mobile app stores LF. Cells that are pasted from a spreadsheet are separated by tabs. */
export function tidyText(text: string): string {
  if (isBlank(text)) return '';
  return text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(ENDS, '').normalize('NFC');
}

/** For texts of one line: spaces, tabs and line ends that somebody pasted become one space. */
export function tidyLine(text: string): string {
  return tidyText(text).replace(/\s+/g, ' ');
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether nobody sees anything of it: zero-width characters and other fillers are not text either. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Only what takes no part in the letter or emoji beside it: a variation selector does, and between letters, zero-width joiners do. The
 * lookbehind keeps the search linear.
 */
const ENDS =
  /^[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0]+|(?<![\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0])[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0]+$/gu;

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
