/** The head of a text file. Older programs here still write Windows-1252 and UTF-16. */
export interface TextHead {
  readonly charset: 'utf-8' | 'utf-16be' | 'utf-16le' | 'windows-1252';
  /** It begins like a web page, a drawing or an archived page, whatever its extension. */
  readonly looksLikeMarkup: boolean;
  /** It begins with any tag. */
  readonly startsWithTag: boolean;
}

// Control characters that do not occur in text (tab, line feed, form feed and carriage return do).
const CONTROL = /[^\P{Cc}\t\n\f\r\u0080-\u009f]/u;
const BINARY_START = /^(?:%PDF-|\{\\rtf|GIF8)/;
const BLANK = /\s/;
const BYTE_ORDER_MARK = '\ufeff';
/** How far into the text markup may begin after blanks and comments; MHT_WITHIN limits an archived page's headers. */
const MARKUP_WITHIN = 8192;
const MHT_WITHIN = 512;
const MARKUP_TAG = /^<(?:!doctype|html|head|body|script|style|svg|iframe|img|a\s|meta|link|table|div|object|embed|\?xml|\?php)/i;
const LONGEST_TAG = 16;
const MHT_START = /^(?:mime-version:|from:|content-type:\s{0,100}multipart\/related)/im;
const MULTIPART = /content-type:\s{0,100}multipart/i;

/** null when the head is binary. Decodes once, in time linear in the head. */
export function readTextHead(head: Buffer): TextHead | null {
  const { text, charset } = decode(head);
  if (CONTROL.test(text) || BINARY_START.test(text)) return null;
  return { charset, looksLikeMarkup: looksLikeMarkup(text.slice(0, MARKUP_WITHIN)), startsWithTag: text[skipBlanks(text, 0)] === '<' };
}

/** The charset that the byte order mark of a text names. */
export function charsetMarked(head: Buffer): 'utf-16be' | 'utf-16le' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

function decode(head: Buffer): { text: string; charset: TextHead['charset'] } {
  // The head may end inside a character: streaming decoding tolerates that.
  const read = (charset: TextHead['charset'], fatal: boolean) => ({
    text: new TextDecoder(charset, { fatal }).decode(head, { stream: true }),
    charset,
  });
  const marked = charsetMarked(head);
  if (marked) return read(marked, false);
  try {
    return read('utf-8', true);
  } catch {
    return read('windows-1252', false);
  }
}

function looksLikeMarkup(start: string): boolean {
  const at = skipBlanks(start, 0);
  if (start.startsWith('<!--', at)) return hidesMarkup(start, at);
  return beginsTag(start, at) || (MHT_START.test(start.slice(0, MHT_WITHIN)) && MULTIPART.test(start));
}

/** Whether a tag follows the end of any comment; an unterminated comment hides what comes after it, too. */
function hidesMarkup(start: string, comment: number): boolean {
  const first = start.indexOf('-->', comment + '<!--'.length);
  for (let end = first; end >= 0; end = start.indexOf('-->', end + 1)) {
    if (beginsTag(start, skipBlanks(start, end + '-->'.length))) return true;
  }
  return first < 0;
}

function beginsTag(text: string, at: number): boolean {
  return MARKUP_TAG.test(text.slice(at, at + LONGEST_TAG));
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === BYTE_ORDER_MARK || BLANK.test(text[at] ?? ''))) at += 1;
  return at;
}
