import { rawLengthMax } from './bounded-text.ts';

/** Applies `tidy` to a text limited to `max` characters; a longer one is returned as it came, for the length check to refuse. */
export function tidyWithin(text: string, max: number, tidy: (text: string) => string = tidyText): string {
  return text.length > rawLengthMax(max) ? text : tidy(text);
}

/** Browsers send line ends as CR LF; the mobile app stores LF. Cells that are pasted from a spreadsheet are separated by tabs. */
export function tidyText(text: string): string {
  if (isBlank(text)) return '';
  return text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(ENDS, '').normalize('NFC');
}

/** For texts of one line: tabs, line ends and hard spaces that somebody pasted become one space, with the spaces beside them. */
export function tidyLine(text: string): string {
  return tidyText(text.replace(/\s+/g, (space) => (/[^ ]/.test(space) ? ' ' : space)));
}

/** Whether nobody sees anything of it: zero-width characters and other fillers are not text either. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/**
 * Only what takes no part in the letter or emoji beside it: a variation selector does, and between letters, zero-width joiners do. The
 * lookbehind keeps the search linear.
 */
const ENDS =
  /^[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0]+|(?<![\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0])[\s\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFFA0]+$/gu;
