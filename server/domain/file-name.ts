import { baseName, boundFileName, fileExtension, withoutInvisible } from './files-vocabulary.ts';

/** Longest stored name, in letters; what is longer is cut before its extension. */
export const MAX_FILE_NAME = 160;

/**
 * A name that is safe to show and to offer for saving: no folders, no control or invisible characters (also those that turn
 * the reading direction, by which `fdp.exe` pretends to be `exe.pdf`), no dots or blanks at its ends. '' when nothing is left.
 */
export function cleanFileName(name: string): string {
  const cleaned = withoutInvisible(boundFileName(baseName(name)).normalize('NFC')).replace(/\s+/gu, ' ');
  return shorten(trimBlanksAndDots(cleaned), MAX_FILE_NAME);
}

/** Blanks are single spaces here. */
function trimBlanksAndDots(name: string): string {
  const cut = (letter: string | undefined) => letter === ' ' || letter === '.';
  let [start, end] = [0, name.length];
  while (start < end && cut(name[start])) start += 1;
  while (end > start && cut(name[end - 1])) end -= 1;
  return name.slice(start, end);
}

/** A path rather than a name (it begins as one, or walks upward): only its last part names the file. */
const PATH = /^(?:[a-z]:)?[\\/.]|[\\/]\.{1,2}[\\/]/iu;

/** What a person typed as a name: «Acta 12/2026» is no path, and keeps its parts as «Acta 12-2026». */
export function cleanTypedName(name: string): string {
  return cleanFileName(PATH.test(name) ? name : name.replace(/[\\/]/gu, '-'));
}

/** The name with the extension of its content: `Contrato` and `contrato.html` of a PDF become `….pdf`. */
export function withExtension(name: string, extension: string): string {
  if (extension === '' || fileExtension(name) === extension) return name;
  return `${shorten(name, MAX_FILE_NAME - extension.length - 1)}.${extension}`;
}

/** The name for another content: with its extension in place of the one that the name has. */
export function withOtherExtension(name: string, extension: string): string {
  const had = fileExtension(name);
  return extension === '' || had === '' ? withExtension(name, extension) : withExtension(name.slice(0, -had.length - 1), extension);
}

const LETTERS = new Intl.Segmenter('es', { granularity: 'grapheme' });

/**
 * Counted in code points, cut between what people see as letters: a joined picture is kept or left out whole. A first letter
 * that is too long by itself (marks without end) is cut all the same.
 */
function shorten(name: string, max: number): string {
  if ([...name].length <= max) return name;
  const extension = fileExtension(name);
  const ending = extension !== '' && extension.length <= 10 ? `.${extension}` : '';
  let start = '';
  const whole = max - ending.length;
  let room = whole;
  for (const { segment } of LETTERS.segment(name)) {
    room -= [...segment].length;
    if (room < 0) break;
    start += segment;
  }
  return (start === '' ? [...name].slice(0, whole).join('') : start).trimEnd() + ending;
}
