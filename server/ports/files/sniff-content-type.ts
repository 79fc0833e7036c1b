import { fileTypeFromBuffer } from 'file-type';
import { fileTypeOf, typeWithArticle, withCharset, type ContentFamily, type FileType } from '../../domain/file-types.ts';
import { readTextHead, type TextHead } from './text-head.ts';
import { FIRST_NAME_AT, isZip, readZipHead, type ZipHead } from './zip-head.ts';

/** How much of a file's beginning is inspected: enough for an office document's first entries. */
export const SNIFF_BYTES = 64 * 1024;

export interface FittingType {
  fits: true;
  contentType: string;
  extension: string;
}
export type SniffResult =
  | FittingType
  /** `reason` is Spanish, for people. */
  | { fits: false; reason: string };

const COMPOUND_MAGIC = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const OOXML_FOLDER: Readonly<Record<string, string>> = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' };
const PDF_MARK = /%PDF-\d/;
/** Readers search for the mark within this many bytes: printer commands and mail headers may precede it. */
const PDF_MARK_WITHIN = 1024;
/** Length of the mark with its digit. */
const PDF_MARK_BYTES = 6;
/** Signatures of content that is run, unpacked or shown by its own first bytes, whatever follows. */
const OTHER_STARTS = ['MZ', '\x7fELF', '#!', 'PK\x03\x04', '\xff\xd8\xff', '\x89PNG', 'GIF8', '{\\rtf', '\xd0\xcf\x11\xe0'];
const TIFF_MARKS: readonly string[] = ['II*\0', 'MM\0*'];
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

/** Types to try when the extension is wrong or missing. */
const CANDIDATES = 'pdf png jpg gif webp bmp tif heic avif docx xlsx pptx odt ods zip mp4 mp3 wav'.split(' ');

/**
 * Decides by the first bytes whether a file is what its extension claims.
 * @param head the first SNIFF_BYTES bytes (fewer when the file is shorter), never empty
 * @param extension claimed, lower case, without the dot
 */
export async function sniffContentType(head: Buffer, extension: string): Promise<SniffResult> {
  const claimed = fileTypeOf(extension);
  if (!claimed)
    return { fits: false, reason: extension === '' ? 'El archivo no tiene extensión.' : `No se reconoce la extensión «${extension}».` };
  const content = readHead(head);
  if (await holds(claimed, content)) return fit(claimed, content);
  return { fits: false, reason: `El contenido no corresponde a ${typeWithArticle(claimed)}.` };
}

/** Detects the type of the bytes regardless of the extension; `bin` when no known type fits. */
export async function detectFileType(head: Buffer, extension: string): Promise<FittingType> {
  const content = readHead(head);
  for (const candidate of [extension, ...CANDIDATES]) {
    const claimed = fileTypeOf(candidate);
    if (claimed && (await holds(claimed, content))) return fit(claimed, content);
  }
  return { fits: true, contentType: 'application/octet-stream', extension: 'bin' };
}

function fit(claimed: FileType, content: HeadContent): FittingType {
  return { fits: true, contentType: withCharset(claimed.contentType, () => content.text()?.charset), extension: claimed.extension };
}

/** The head, with each interpretation of it computed once, on first use. */
interface HeadContent {
  head: Buffer;
  zip: () => ZipHead | null;
  text: () => TextHead | null;
  /** Type according to file-type; null if unknown. */
  mime: () => Promise<string | null>;
}

function readHead(head: Buffer): HeadContent {
  return { head, zip: once(() => readZipHead(head)), text: once(() => readTextHead(head)), mime: once(() => detectMime(head)) };
}

function once<Value>(read: () => Value): () => Value {
  let kept: { value: Value } | null = null;
  return () => (kept ??= { value: read() }).value;
}

async function holds(claimed: FileType, content: HeadContent): Promise<boolean> {
  const { head, zip, text } = content;
  const checks: Readonly<Record<ContentFamily, () => boolean | Promise<boolean>>> = {
    pdf: () => isPdf(head),
    image: () => isMedia(claimed, content, IMAGE_ALIASES),
    audio: () => isMedia(claimed, content, AUDIO_ALIASES),
    video: () => isMedia(claimed, content, VIDEO_ALIASES),
    compound: () => head.subarray(0, COMPOUND_MAGIC.length).equals(COMPOUND_MAGIC),
    ooxml: () => isOfficeDocument(zip(), claimed.extension),
    opendocument: () => isOpenDocument(content, claimed.contentType),
    zip: () => zip()?.isProgram === false,
    rtf: () => head.toString('latin1', 0, 5) === '{\\rtf',
    text: () => text()?.looksLikeMarkup === false,
    markup: () => isMarkup(text()),
  };
  return checks[claimed.family]();
}

/** Markup before the mark would be a page to some programs and a document to others: such a file counts as neither. */
function isPdf(head: Buffer): boolean {
  const start = head.toString('latin1', 0, PDF_MARK_WITHIN + PDF_MARK_BYTES);
  const at = start.search(PDF_MARK);
  return at >= 0 && at <= PDF_MARK_WITHIN && !start.slice(0, at).includes('<') && !OTHER_STARTS.some((mark) => start.startsWith(mark));
}

async function isMedia(claimed: FileType, content: HeadContent, aliases: Readonly<Record<string, string>>): Promise<boolean> {
  const found = await content.mime();
  return found === claimed.contentType || (found !== null && aliases[found] === claimed.contentType);
}

async function detectMime(head: Buffer): Promise<string | null> {
  // file-type would unpack an archive to detect its kind, and no archive is a picture, audio or video.
  if (isZip(head)) return null;
  // file-type fails where it reads past the truncated head: the type is then unknown.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? (isCutTiff(head) ? 'image/tiff' : null);
}

/** Scanners write a TIFF's directory, which names its pages, behind the pictures. */
function isCutTiff(head: Buffer): boolean {
  return head.length >= SNIFF_BYTES && TIFF_MARKS.includes(head.toString('latin1', 0, 4));
}

function isOfficeDocument(zip: ZipHead | null, extension: string): boolean {
  if (!zip) return false;
  if (zip.folders.size > 0) return zip.folders.has(OOXML_FOLDER[extension] ?? '') && !zip.hasMacros;
  // A big first entry (a thumbnail) can push the significant ones out of the head: then the package marks must suffice.
  return zip.hasPackageMarks;
}

/** OpenDocument stores its content type first, uncompressed. */
function isOpenDocument({ head, zip }: HeadContent, contentType: string): boolean {
  return zip()?.first === 'mimetype' && head.toString('latin1', FIRST_NAME_AT, 256).includes(`mimetype${contentType}`);
}

function isMarkup(text: TextHead | null): boolean {
  return text !== null && (text.looksLikeMarkup || text.startsWithTag);
}
