import { withoutAccents } from './text.ts';

/** Letters of Guatemala's languages and typographic signs that few typefaces hold, replaced by similar ones. */
const SIMILAR_CHARACTERS: Readonly<Record<string, string>> = { ʼ: '’', ʹ: '’', ꞌ: '’', '\u202f': ' ', '\u2009': ' ', '−': '–', '→': '›' };

/** A text as a typeface can draw it: accents that it lacks are dropped, and unknown characters become a question mark. */
export function drawableText(text: string, hasGlyph: (character: string) => boolean): string {
  const drawable = (character: string): string => {
    if (character === '\n' || hasGlyph(character)) return character;
    const similar = SIMILAR_CHARACTERS[character];
    if (similar !== undefined) return similar;
    if (/\s/.test(character)) return ' ';
    const bare = withoutAccents(character);
    return bare !== '' && [...bare].every(hasGlyph) ? bare : '?';
  };
  return [...text.normalize('NFC')].map(drawable).join('');
}
