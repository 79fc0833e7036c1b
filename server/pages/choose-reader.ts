import { fileTypeOfContent, type DocumentReader, type FileType } from '../domain/file-types.ts';
import { detectFileType } from '../ports/files/sniff-content-type.ts';
import { charsetMarked, readTextHead } from '../ports/files/text-head.ts';
import { cannotShow } from './cannot-show.ts';

/** Some writers put mail headers or printer commands before it; readers search this far. */
const PDF_WITHIN = 1024;
const PDF_MARK = Buffer.from('%PDF-', 'latin1');

export type ContentReader = Exclude<DocumentReader, 'none' | 'audio' | 'video'>;

/**
 * The reader for a file, by its first bytes; the stored content type is a claim that they must confirm.
 * Errors: `unsupported-type` with the sentence for the person.
 */
export async function chooseReader(head: Buffer, contentType: string): Promise<ContentReader> {
  if (head.length === 0) throw cannotShow('El archivo está vacío.');
  const claimed = fileTypeOfContent(contentType);
  const pdfAt = head.subarray(0, PDF_WITHIN).indexOf(PDF_MARK);
  if (pdfAt === 0 || (pdfAt > 0 && claimed?.reader === 'pdf')) return 'pdf';
  // The mark of UTF-16LE could also begin an MP3.
  if (!claimed && charsetMarked(head) && readTextHead(head)) return 'text';
  const found = fileTypeOfContent((await detectFileType(head, claimed?.extension ?? '')).contentType);
  if (found) return readerOf(found);
  if (readTextHead(head)) return 'text';
  throw cannotShow(
    claimed ? `El archivo está dañado o no es lo que dice ser (${claimed.label}).` : 'El portal no reconoce el formato de este archivo.',
  );
}

/** Errors: `unsupported-type` for types that no reader here supports. */
export function readerOf(type: FileType): ContentReader {
  const { reader } = type;
  if (reader === 'none' || reader === 'audio' || reader === 'video') throw cannotShow(sentenceOf(type));
  return reader;
}

function sentenceOf({ family, label }: FileType): string {
  return family === 'zip'
    ? 'Es un archivo comprimido (ZIP): el portal no muestra lo que contiene.'
    : `El portal no muestra este formato (${label}).`;
}
