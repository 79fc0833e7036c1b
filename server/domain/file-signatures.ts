import { fileTypeOf, typeWithArticle, usualExtension, type ContentFamily } from './file-types.ts';

/** How many bytes at the start of a file are examined here. */
export const SIGNATURE_BYTES = 1030;

/** File formats that the first bytes identify for certain. `zip` covers all newer Office files, `compound` all older ones. */
type Signature = 'pdf' | 'png' | 'jpg' | 'gif' | 'webp' | 'bmp' | 'tif' | 'zip' | 'compound' | 'rtf' | 'program';

const STARTS: readonly (readonly [Signature, string])[] = [
  ['png', '\x89PNG'],
  ['jpg', '\xff\xd8\xff'],
  ['gif', 'GIF8'],
  ['tif', 'II*\0'],
  ['tif', 'MM\0*'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['compound', '\xd0\xcf\x11\xe0'],
  ['rtf', '{\\rtf'],
  ['program', 'MZ'],
  ['program', '\x7fELF'],
];
/** Of images, only these have a signature checked here; the server decides about the others. */
const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'gif', 'webp', 'bmp', 'tif']);
const NEEDED: Partial<Record<ContentFamily, Signature>> = {
  pdf: 'pdf',
  ooxml: 'zip',
  opendocument: 'zip',
  zip: 'zip',
  compound: 'compound',
  rtf: 'rtf',
};

/** A name that promises something else than the content. */
export interface Contradiction {
  /** Spanish, for people. */
  reason: string;
  /** Extension under which the content would be accepted; '' when no extension is. */
  extension: string;
}

/**
 * Whether the first bytes contradict the extension, as far as a signature tells; null when they agree or nothing is known. It saves
 * people an upload that the server would refuse; the server's check is more thorough (server/ports/files/sniff-content-type.ts).
 * @param head the first SIGNATURE_BYTES bytes; @param extension lower case without the dot
 */
export function findContradiction(head: Uint8Array, extension: string): Contradiction | null {
  const signature = signatureOf(head, extension === 'pdf');
  if (signature === 'program') return { reason: 'Los programas no se admiten.', extension: '' };
  const claimed = fileTypeOf(extension);
  if (!claimed || fits(claimed.family, usualExtension(extension), signature)) return null;
  const found = signature === null ? undefined : fileTypeOf(signature);
  return found
    ? { reason: `Su contenido es ${typeWithArticle(found)} y el nombre dice «.${extension}».`, extension: found.extension }
    : { reason: `Su contenido no es ${typeWithArticle(claimed)}.`, extension: '' };
}

function fits(family: ContentFamily, extension: string, signature: Signature | null): boolean {
  const needed = NEEDED[family];
  if (needed) return signature === needed;
  if (family === 'image') return PICTURES.has(extension) ? signature === extension : signature === null || signature === 'tif';
  return signature === null;
}

/** @param marked whether a PDF signature also counts after other bytes: a plain text may well contain it */
function signatureOf(head: Uint8Array, marked: boolean): Signature | null {
  const start = Array.from(head.subarray(0, SIGNATURE_BYTES), (byte) => String.fromCharCode(byte)).join('');
  const found = STARTS.find(([, mark]) => start.startsWith(mark));
  if (found) return found[0];
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  if (start.startsWith('BM') && start.startsWith('\0\0\0\0', 6)) return 'bmp';
  return (marked ? /%PDF-\d/ : /^%PDF-\d/).test(start) ? 'pdf' : null;
}
