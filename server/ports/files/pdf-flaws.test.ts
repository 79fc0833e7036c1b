import { describe, expect, it } from 'vitest';
import { findPdfFlaws } from './pdf-flaws.ts';
import { isCutPicture } from './picture-flaws.ts';
import * as sample from './testing/sample-files.ts';

const WINDOW = 64 * 1024;
const flawsOf = (content: Buffer) =>
  findPdfFlaws({ head: content.subarray(0, WINDOW), tail: content.subarray(-WINDOW), bytes: content.length });
const changed = (from: string | RegExp, to: string) => Buffer.from(sample.pdf().toString('latin1').replace(from, to), 'latin1');
/** The same document with so many bytes in the middle that head and tail do not overlap. */
function long(): Buffer {
  const text = sample.pdf().toString('latin1');
  const at = text.indexOf('xref');
  const start = at + 300_000;
  return Buffer.from(
    `${text.slice(0, at)}${'% '.padEnd(299_999, 'x')}\n${text.slice(at).replace(/startxref\n\d+/, `startxref\n${start}`)}`,
    'latin1',
  );
}

/** Of the same length, so that the cross-reference table's offset stays right. */
const withoutPages = () =>
  Buffer.from(
    sample.pdf().toString('latin1').replace('/Kids [3 0 R] /Count 1', '/Kids [] /Count 0     ').replace('/Type /Page /', '/Type /Pago /'),
    'latin1',
  );

describe('a PDF', () => {
  it.each([
    ['plain', sample.pdf()],
    ['of 300 KB', long()],
    ['after blank lines', Buffer.concat([Buffer.from('\r\n\r\n'), sample.pdf()])],
    ['with a line after its end', Buffer.concat([sample.pdf(), Buffer.from('\r\n')])],
  ])('%s has no flaw', (_title, content) => {
    expect(flawsOf(content)).toEqual([]);
  });

  it.each([
    ['that asks for a password', changed('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'encrypted'],
    ['cut in its middle', sample.pdf().subarray(0, -60), 'damaged'],
    ['whose table lies beyond its end', changed(/startxref\n\d+/, 'startxref\n999999'), 'damaged'],
    ['whose table is somewhere else', changed(/startxref\n\d+/, 'startxref\n12'), 'damaged'],
    ['of 300 KB without its end', long().subarray(0, 200_000), 'damaged'],
    ['without pages', withoutPages(), 'no-pages'],
  ])('%s is reported', (_title, content, flaw) => {
    expect(flawsOf(content)).toEqual([flaw]);
  });
});

it.each([
  ['references', '/Encrypt 1 '.repeat(6_000)],
  ['tables', 'startxref 1 '.repeat(6_000)],
  ['blanks', `/Type${' '.repeat(64_000)}`],
  ['digits', `startxref ${'1'.repeat(64_000)}`],
])('many %s are scanned within a second', (_title, text) => {
  const content = Buffer.from(`%PDF-1.4${text}`);
  const start = performance.now();
  flawsOf(content);
  expect(performance.now() - start).toBeLessThan(1_000);
});

describe('a picture', () => {
  const jpeg = (...parts: string[]) => Buffer.from(parts.join(''), 'latin1');
  const [start, thumbnail, scan, end] = ['\xff\xd8', '\xff\xd8\xff\xda..\xff\xd9', `\xff\xda${'.'.repeat(100)}`, '\xff\xd9'];
  it.each<[string, string, Buffer, boolean]>([
    ['a whole JPEG', 'image/jpeg', jpeg(start, thumbnail, scan, end), false],
    ['a JPEG with bytes behind its end', 'image/jpeg', jpeg(start, scan, end, 'SEFT'), false],
    ['a JPEG with a film behind it', 'image/jpeg', jpeg(start, 'MotionPhoto', scan, end, 'x'.repeat(WINDOW)), false],
    ['a cut JPEG with a thumbnail', 'image/jpeg', jpeg(start, thumbnail, scan), true],
    ['a cut long JPEG', 'image/jpeg', jpeg(start, scan, '.'.repeat(WINDOW * 2)), true],
    ['a whole PNG', 'image/png', sample.PNG, false],
    ['a cut PNG', 'image/png', sample.PNG.subarray(0, -12), true],
    ['a whole GIF', 'image/gif', sample.GIF, false],
    ['a TIFF without its directory', 'image/tiff', Buffer.from('II*\0\xff\xff\0\0....', 'latin1'), true],
    ['a cut WEBP', 'image/webp', Buffer.from('RIFF\xff\0\0\0WEBP', 'latin1'), true],
    ['a kind without known ends', 'image/heic', Buffer.from('x'), false],
  ])('%s is cut or not', (_title, contentType, content, isCut) => {
    const ends = { head: content.subarray(0, WINDOW), tail: content.subarray(-WINDOW), bytes: content.length };
    expect(isCutPicture(contentType, ends)).toBe(isCut);
  });
});
