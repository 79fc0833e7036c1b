/** What people may be warned about in a PDF that is stored unchanged. */
export type PdfFlaw = 'encrypted' | 'damaged' | 'no-pages';

/** Both ends of a file; they overlap in a short file. */
export interface FileEnds {
  head: Buffer;
  tail: Buffer;
  /** Size of the whole file. */
  bytes: number;
}

/** The reference in the trailer, or the dictionary itself. */
const ENCRYPT = /\/Encrypt\s{0,20}(?:\d{1,10}\s{1,20}\d{1,5}\s{1,20}R|<<)/;
const EMPTY_TREE = /\/(?:Kids\s{0,20}\[\s{0,20}\]|Count\s{1,20}0(?![\d.]))/;
const PAGES = /\/Type\s{0,20}\/Pages(?![a-z])/i;
const ONE_PAGE = /\/Type\s{0,20}\/Page(?![a-z])/i;
/** Compressed objects: pages may be among them. */
const PACKED = /\/ObjStm/;
const START_OF_TABLE = /startxref\s{1,20}(\d{1,15})/g;
/** The beginning of a cross-reference: a table, or the object that holds it. */
const TABLE = /^\s{0,20}(?:xref|\d{1,10}\s{1,20}\d{1,5}\s{1,20}obj)/;
/** Enough for TABLE. */
const TABLE_BYTES = 64;

/**
 * What both ends of a PDF reveal without reading its middle: a password, a missing end or one that points nowhere, no pages. Cheap and
 * lenient: what the ends do not show is not reported. Linear in the ends.
 */
export function findPdfFlaws({ head, tail, bytes }: FileEnds): PdfFlaw[] {
  const [start, end] = [head.toString('latin1'), tail.toString('latin1')];
  if (ENCRYPT.test(end) || ENCRYPT.test(start)) return ['encrypted'];
  if (isDamaged(start, end, bytes)) return ['damaged'];
  const isWhole = head.length >= bytes;
  return hasNoPages(isWhole ? start : `${start}\n${end}`, isWhole) ? ['no-pages'] : [];
}

function isDamaged(start: string, end: string, bytes: number): boolean {
  const last = [...end.matchAll(START_OF_TABLE)].at(-1);
  if (!last || !end.includes('%%EOF', last.index)) return true;
  // Offsets count from the mark, which may be preceded by other bytes.
  const marked = Math.max(0, start.indexOf('%PDF-'));
  const offsets = [...new Set([Number(last[1]), Number(last[1]) + marked])];
  if (offsets.every((offset) => offset >= bytes)) return true;
  const shown = offsets.map((offset) => textAt({ start, end, bytes }, offset));
  return !shown.includes(null) && shown.every((text) => !TABLE.test(text ?? ''));
}

/** The text at an offset; null if it lies in the middle, which is not read. */
function textAt({ start, end, bytes }: { start: string; end: string; bytes: number }, offset: number): string | null {
  if (offset + TABLE_BYTES <= start.length || start.length >= bytes) return start.slice(offset, offset + TABLE_BYTES);
  const inEnd = offset - (bytes - end.length);
  return inEnd >= 0 ? end.slice(inEnd, inEnd + TABLE_BYTES) : null;
}

function hasNoPages(shown: string, isWhole: boolean): boolean {
  if (ONE_PAGE.test(shown) || PACKED.test(shown)) return false;
  return isWhole || (PAGES.test(shown) && EMPTY_TREE.test(shown));
}
