import { cutText } from '../../domain/bounded-text.ts';
import { withoutAccents } from '../../domain/text.ts';

/** What Windows-1252, the alphabet of the fonts that every PDF reader brings along, has beyond Latin-1. */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
/** Letters of Guatemala's languages and typographic signs that look like one that there is. */
const LOOKALIKES: Readonly<Record<string, string>> = { ʼ: '’', ʹ: '’', ꞌ: '’', '\u202f': ' ', '\u2009': ' ', '−': '–', '→': '›' };
const LONGEST = 1_000;

/** A text as those fonts can draw it: accents stay, other letters lose theirs, what they do not have at all is a question mark. */
export function printable(text: string): string {
  return [...cutText(text, LONGEST).normalize('NFC')].map(drawn).join('');
}

function drawn(sign: string): string {
  if (sign === '\n') return sign;
  if (hasGlyph(sign)) return sign;
  const other = LOOKALIKES[sign];
  if (other !== undefined) return other;
  if (/\s/.test(sign)) return ' ';
  const bare = withoutAccents(sign);
  return bare !== '' && [...bare].every(hasGlyph) ? bare : '?';
}

function hasGlyph(sign: string): boolean {
  return /^[ -~\u00a0-\u00ac\u00ae-\u00ff]$/.test(sign) || BEYOND_LATIN_1.has(sign);
}
