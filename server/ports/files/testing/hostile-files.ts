import { deflateRawSync } from 'node:zlib';
import { SNIFF_BYTES } from '../sniff-content-type.ts';
import { PNG, zip } from './sample-files.ts';

const fill = (unit: string, bytes = SNIFF_BYTES) => Buffer.alloc(bytes, unit, 'latin1');

/** Adjacent ZIP headers, each of which claims that the rest of the file is its name. */
function headersWithLongNames(): Buffer {
  const header = zip([{ name: '', content: '', stored: true }]);
  header.writeUInt16LE(0xffff, 26);
  return Buffer.concat(Array.from({ length: Math.floor(SNIFF_BYTES / header.length) }, () => header));
}

/** An archive whose first entry claims to be as long as everything after it. */
export function zipWithLyingSize(first: string, hidden: string): Buffer {
  const archive = zip([
    { name: first, content: '' },
    { name: hidden, content: 'x' },
  ]);
  archive.writeUInt32LE(archive.length, 18);
  return archive;
}

const FILES: Readonly<Record<string, Buffer>> = {
  '421 bytes of comments': fill('<!---->', 421),
  '64 KB of comments': fill('<!---->'),
  'comments that do not end': fill('<!-- '),
  'ends of comments without a tag': Buffer.concat([Buffer.from('<!--'), fill('--> ')]),
  blanks: fill(' '),
  'blanks and byte order marks': Buffer.from('\ufeff \n'.repeat(12_000)),
  'mail headers': fill('content-type: '),
  'mail headers with blanks': Buffer.concat([Buffer.from('from:a\ncontent-type:'), fill('\n')]),
  'headers of a ZIP in each other': fill('PK\x03\x04'),
  'headers of a ZIP with long names': headersWithLongNames(),
  'an empty ZIP many times': fill('PK\x05\x06'),
  'blanks before a PDF': fill('\0'),
  'ID3 tags': fill('ID3\x03\0\0\0\0\0\0'),
  'EBML elements': fill('\x1a\x45\xdf\xa3\x80'),
  'empty PNG chunks': Buffer.concat([PNG.subarray(0, 33), fill('\0\0\0\0tEXt\0\0\0\0')]),
  'ISO media boxes': fill('\0\0\0\x08ftyp'),
  'ASF objects': fill('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'),
  'TIFF directories': fill('II*\0\x08\0\0\0\xff\xff'),
  'a gzip of much': Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), deflateRawSync(Buffer.alloc(50_000_000))]),
  'half letters': fill('\xc3'),
};

/** Heads of files that blocked a process for seconds, or could if a reader is not linear; as long as the inspected part. */
export const HOSTILE_HEADS: readonly (readonly [title: string, head: Buffer])[] = Object.entries(FILES).map(([title, content]) => [
  title,
  content.subarray(0, SNIFF_BYTES),
]);
