import { fileTypeFromBuffer } from 'file-type';
import { fileTypeOf, type ContentFamily, type FileType } from '../domain/file-types.ts';

/** How much of a file's beginning is looked at: enough for an office document's first entries. */
export const SNIFF_BYTES = 64 * 1024;

export type SniffResult =
  | { fits: true; contentType: string; extension: string }
  /** `reason` is Spanish, for people. */
  | { fits: false; reason: string };

const COMPOUND_MAGIC = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ZIP_ENTRY = Buffer.from('PK\x03\x04', 'latin1');
const ZIP_EMPTY = Buffer.from('PK\x05\x06', 'latin1');
const MIN_ZIP_HEADER = 30;
const OOXML_FOLDER: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };
// A document that begins like this is markup, whatever its name says.
const MARKUP_START =
  /^(?:\ufeff|\s|<!--[\s\S]{0,2000}?-->)*<(?:!doctype|html|head|body|script|style|svg|iframe|img|a\s|meta|link|table|div|object|embed|\?xml|\?php)/i;
const MHT_START = /^(?:mime-version:|from:|content-type:\s*multipart\/related)/im;
// Control characters that no text holds (tab, line feed, form feed and carriage return are fine).
const CONTROL = /[^\P{Cc}\t\n\f\r\u0080-\u009f]/u;
const BINARY_START = /^(?:%PDF-|\{\\rtf|GIF8)/;
// Leading bytes that real-world PDF writers put before %PDF-.
const PDF_START = /^(?:\xef\xbb\xbf)?[\s\0]{0,16}%PDF-\d/;
const IMAGE_ALIASES: Readonly<Record<string, string>> = { 'image/heif': 'image/heic', 'image/apng': 'image/png' };
const AUDIO_ALIASES: Readonly<Record<string, string>> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'application/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
};
const VIDEO_ALIASES: Readonly<Record<string, string>> = { 'video/x-m4v': 'video/mp4', 'video/matroska': 'video/webm' };

/**
 * Decides by the first bytes whether a file is what its extension claims.
 * @param head the first SNIFF_BYTES bytes (fewer when the file is shorter), never empty
 * @param extension claimed, lower case, without the dot
 */
export async function sniffContentType(head: Buffer, extension: string): Promise<SniffResult> {
  const claimed = fileTypeOf(extension);
  if (!claimed) return { fits: false, reason: `No se reconoce la extensión «${extension || 'ninguna'}».` };
  if (await holds(claimed, head)) return { fits: true, contentType: withCharset(claimed, head), extension: claimed.extension };
  return { fits: false, reason: `El contenido no corresponde a ${article(claimed.label)} ${claimed.label}.` };
}

/** What the bytes are, whatever the extension claims; `bin` when nothing known fits. */
export async function detectFileType(head: Buffer, extension: string): Promise<SniffResult & { fits: true }> {
  const claimed = await sniffContentType(head, extension);
  if (claimed.fits) return claimed;
  for (const candidate of [
    'pdf',
    'png',
    'jpg',
    'gif',
    'webp',
    'bmp',
    'tif',
    'docx',
    'xlsx',
    'pptx',
    'odt',
    'ods',
    'zip',
    'mp4',
    'mp3',
    'wav',
  ]) {
    const result = await sniffContentType(head, candidate);
    if (result.fits) return result;
  }
  return { fits: true, contentType: 'application/octet-stream', extension: 'bin' };
}

function article(label: string): string {
  return /^(imagen|hoja|presentación|página)/.test(label) ? 'una' : 'un';
}

async function holds(claimed: FileType, head: Buffer): Promise<boolean> {
  const checks: Readonly<Record<ContentFamily, () => boolean | Promise<boolean>>> = {
    pdf: () => PDF_START.test(head.toString('latin1', 0, 64)),
    image: () => isMedia(claimed, head, IMAGE_ALIASES),
    audio: () => isMedia(claimed, head, AUDIO_ALIASES),
    video: () => isMedia(claimed, head, VIDEO_ALIASES),
    compound: () => head.subarray(0, COMPOUND_MAGIC.length).equals(COMPOUND_MAGIC),
    ooxml: () => isOfficeDocument(zipEntries(head), claimed.extension),
    opendocument: () => isOpenDocument(head, claimed.contentType),
    zip: () => head.subarray(0, 4).equals(ZIP_EMPTY) || (zipEntries(head).length > 0 && !isExecutableArchive(zipEntries(head))),
    rtf: () => head.toString('latin1', 0, 5) === '{\\rtf',
    text: () => isPlainText(head),
    markup: () => isMarkup(head),
  };
  return checks[claimed.family]();
}

async function isMedia(claimed: FileType, head: Buffer, aliases: Readonly<Record<string, string>>): Promise<boolean> {
  const found = await detectMime(head);
  return found === claimed.contentType || (found !== null && aliases[found] === claimed.contentType);
}

async function detectMime(head: Buffer): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null;
  } catch {
    // file-type reads on past a cut-off head and throws; what it could not tell from the head is not known.
    return null;
  }
}

/** Names of the entries whose local headers lie in the head, without unpacking anything (no zip bomb can hurt). */
function zipEntries(head: Buffer): string[] {
  if (!head.subarray(0, ZIP_ENTRY.length).equals(ZIP_ENTRY)) return [];
  const names: string[] = [];
  for (let at = 0; at >= 0 && at + MIN_ZIP_HEADER <= head.length; at = head.indexOf(ZIP_ENTRY, at + ZIP_ENTRY.length)) {
    const length = head.readUInt16LE(at + 26);
    names.push(head.toString('utf8', at + MIN_ZIP_HEADER, at + MIN_ZIP_HEADER + length));
  }
  return names;
}

function isOfficeDocument(entries: readonly string[], extension: string): boolean {
  const folder = OOXML_FOLDER[extension] ?? '';
  const folders = Object.values(OOXML_FOLDER).filter((candidate) => entries.some((name) => name.startsWith(candidate)));
  if (folders.length > 0) return folders.includes(folder) && !entries.some((name) => name.endsWith('vbaProject.bin'));
  // A big first entry (a thumbnail) can push the telling ones out of the head: then the package marks must do.
  return entries.some((name) => name === '[Content_Types].xml' || name === '_rels/.rels' || name.startsWith('docProps/'));
}

/** OpenDocument puts its content type, stored uncompressed, first. */
function isOpenDocument(head: Buffer, contentType: string): boolean {
  return zipEntries(head)[0] === 'mimetype' && head.toString('latin1', MIN_ZIP_HEADER, 256).includes(`mimetype${contentType}`);
}

function isExecutableArchive(entries: readonly string[]): boolean {
  return entries.some((name) => name === 'META-INF/MANIFEST.MF' || name === 'AndroidManifest.xml' || name === 'classes.dex');
}

interface DecodedText {
  text: string;
  charset: 'utf-8' | 'utf-16le' | 'windows-1252';
}

/** The head as text, or null when it is binary. Older programs here still write Windows-1252 and UTF-16. */
function decodeText(head: Buffer): DecodedText | null {
  const charset = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : isUtf8(head) ? 'utf-8' : 'windows-1252';
  const text = new TextDecoder(charset).decode(head, { stream: true });
  return CONTROL.test(text) || BINARY_START.test(text) ? null : { text, charset };
}

function isUtf8(head: Buffer): boolean {
  try {
    // The head may end inside a letter: streaming decoding leaves that open.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isPlainText(head: Buffer): boolean {
  const decoded = decodeText(head);
  return decoded !== null && !looksLikeMarkup(decoded.text);
}

function isMarkup(head: Buffer): boolean {
  const decoded = decodeText(head);
  return decoded !== null && (looksLikeMarkup(decoded.text) || /^\s*</.test(decoded.text));
}

function looksLikeMarkup(text: string): boolean {
  const start = text.slice(0, 8192);
  return MARKUP_START.test(start) || (MHT_START.test(start.slice(0, 512)) && /content-type:\s*multipart/i.test(start));
}

function withCharset(claimed: FileType, head: Buffer): string {
  if (!claimed.contentType.startsWith('text/')) return claimed.contentType;
  return `${claimed.contentType}; charset=${decodeText(head)?.charset ?? 'utf-8'}`;
}
