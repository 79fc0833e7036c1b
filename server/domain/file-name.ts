import { baseName, boundFileName, fileExtension, withoutInvisible } from './files-vocabulary.ts';

/** Longest stored name, in characters; longer ones are cut before the extension. */
export const MAX_FILE_NAME = 160;

/**
 * A name that is safe to show and to offer for saving: no folders, no control or invisible characters (including those that
 * reverse the reading direction, which make `fdp.exe` look like `exe.pdf`), no dots or blanks at its ends. '' when nothing is left.
 */
export function cleanFileName(name: string): string {
  const cleaned = withoutInvisible(boundFileName(baseName(name)).normalize('NFC')).replace(/\s+/gu, ' ');
  return shorten(trimBlanksAndDots(cleaned), MAX_FILE_NAME);
}

/** Blanks are already collapsed to single spaces here. */
function trimBlanksAndDots(name: string): string {
  const cut = (letter: string | undefined) => letter === ' ' || letter === '.';
  let [start, end] = [0, name.length];
  while (start < end && cut(name[start])) start += 1;
  while (end > start && cut(name[end - 1])) end -= 1;
  return name.slice(start, end);
}

/** A path rather than a name (it begins like one, or walks upward): only its last part names the file. */
const PATH = /^(?:[a-z]:)?[\\/.]|[\\/]\.{1,2}[\\/]/iu;

/** Cleans a name that a person typed: «Acta 12/2026» is no path and becomes «Acta 12-2026». */
export function cleanTypedName(name: string): string {
  return cleanFileName(PATH.test(name) ? name : name.replace(/[\\/]/gu, '-'));
}

/** The name with its content's extension: `Contrato` and `contrato.html` of a PDF become `….pdf`. */
export function withExtension(name: string, extension: string): string {
  if (extension === '' || fileExtension(name) === extension) return name;
  return `${shorten(name, MAX_FILE_NAME - extension.length - 1)}.${extension}`;
}

/** The name for other content: its extension is replaced by that of the content. */
export function withOtherExtension(name: string, extension: string): string {
  const had = fileExtension(name);
  return extension === '' || had === '' ? withExtension(name, extension) : withExtension(name.slice(0, -had.length - 1), extension);
}

const LETTERS = new Intl.Segmenter('es', { granularity: 'grapheme' });

/**
 * Counts code points but cuts between graphemes: a joined emoji is kept or dropped whole. A first grapheme that is too long
 * by itself (endless combining marks) is cut anyway.
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
