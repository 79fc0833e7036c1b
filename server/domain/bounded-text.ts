/**
 * Length before work. Composing letters (NFC) takes a time that grows with the square of a run of accents, and whatever
 * else tidies a text has to walk through all of it: so a text is measured first, and one that is too long is left alone.
 */

/** Longest text that a person can look for; more is cut. */
export const QUERY_MAX = 200;
/** No item of a list is longer: addresses of pictures, file extensions. */
const ITEM_MAX = 2_000;

/**
 * Longest text that can still become one of `max` characters: blanks around it, line ends of two characters, letters that
 * arrive as letter and accent.
 */
export function arrivingMax(max: number): number {
  return 2 * max + 200;
}

/** `tidy` of a text that may be kept with `max` characters; a longer one stays as it came, for the check of its length to refuse. */
export function tidyWithin(text: string, max: number, tidy: (text: string) => string = tidyText): string {
  return text.length > arrivingMax(max) ? text : tidy(text);
}

/** Browsers send line ends as CR LF; the mobile app stores LF. */
function tidyText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim().normalize('NFC');
}

/**
 * The items of a list that was typed as one text, blank ones left out. What no list of `max` items can be is not taken
 * apart: it stays in one piece, or ends after one item more than may arrive, for the checks of both to refuse.
 */
export function splitWithin(text: string, between: RegExp, max: number): string[] {
  // Repeated ones are kept once, so more may arrive.
  const most = 2 * max + 50;
  if (text.length > most * ITEM_MAX) return [text];
  return text
    .split(between)
    .filter((item) => item.trim() !== '')
    .slice(0, most + 1);
}

/** The beginning of a text, for what other programs wrote at any length: ends with an ellipsis where it was cut, never in the middle of a character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  return `${text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end)}…`;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
