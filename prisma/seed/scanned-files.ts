import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pad } from './demo-data.ts';
import { makeSampleFile } from './sample-files.ts';
import type { Random } from './random.ts';

/** How many of each kind: 60 files as scanners and offices make them. */
const COUNTS = { tiff: 20, pdf: 24, jpg: 8, png: 4, docx: 2, xlsx: 2 } as const;

export type ScanExtension = keyof typeof COUNTS;
export const SCAN_EXTENSIONS = Object.keys(COUNTS) as readonly ScanExtension[];

export interface ScannedFile {
  extension: ScanExtension;
  contentType: string;
  content: Buffer;
  pages: number;
}

const PAGE = { width: 827, height: 1_169 } as const;
/** 100 pixels an inch: the pages above are A4. */
const RESOLUTION = 100;
const PAGES_MAX = 4;

/** The files of the digitized documents; the same bytes at every run, but for the workbooks. */
export async function makeScannedFiles(random: Random): Promise<ScannedFile[]> {
  const files: ScannedFile[] = [];
  for (const extension of SCAN_EXTENSIONS) {
    for (let number = 1; number <= COUNTS[extension]; number += 1) {
      const pages = extension === 'tiff' ? 1 + (number % PAGES_MAX) : 1;
      if (extension === 'tiff') files.push({ extension, contentType: 'image/tiff', content: await makeTiff(number, pages), pages });
      else files.push({ ...(await makeSampleFile(extension, number + 100, random)), extension, pages });
    }
  }
  return files;
}

/** A black-and-white scan of several pages, as multifunction printers write it. */
async function makeTiff(number: number, pages: number): Promise<Buffer> {
  const bitmaps = await Promise.all(Array.from({ length: pages }, (_none, page) => drawPage(number, page + 1)));
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let end = 8;
  const append = (part: Buffer): number => {
    const at = end;
    const padded = part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)]);
    parts.push(padded);
    end += padded.length;
    return at;
  };
  let link = { part: 0, at: 4 };
  for (const bitmap of bitmaps) {
    const strip = deflateSync(bitmap);
    const stripAt = append(strip);
    const ratio = Buffer.alloc(8);
    ratio.writeUInt32LE(RESOLUTION, 0);
    ratio.writeUInt32LE(1, 4);
    const directory = makeDirectory({ stripAt, bytes: strip.length, ratioAt: append(ratio) });
    const at = append(directory);
    parts[link.part]?.writeUInt32LE(at, link.at);
    link = { part: parts.length - 1, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}

/** Tag, type (3 short, 4 long, 5 ratio) and value of each entry (TIFF 6.0), and room for the place of the next page. */
function makeDirectory({ stripAt, bytes, ratioAt }: { stripAt: number; bytes: number; ratioAt: number }): Buffer {
  const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, 3, PAGE.width],
    [257, 3, PAGE.height],
    [258, 3, 1],
    [259, 3, 8],
    [262, 3, 1],
    [273, 4, stripAt],
    [277, 3, 1],
    [278, 3, PAGE.height],
    [279, 4, bytes],
    [282, 5, ratioAt],
    [283, 5, ratioAt],
    [296, 3, 2],
  ];
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  return directory;
}

/** One bit a pixel, 1 is white; rows begin at whole bytes. */
async function drawPage(number: number, page: number): Promise<Buffer> {
  const { width, height } = PAGE;
  const gray = await sharp(Buffer.from(pageDrawing(number, page)))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer();
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((gray[y * width + x] ?? 0) < 128) continue;
      const at = y * rowBytes + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return bits;
}

/** A page that looks written without any letter: no fonts are needed on the machine. */
function pageDrawing(number: number, page: number): string {
  const bars = Array.from({ length: 26 }, (_none, row) => {
    const length = 240 + ((number * 31 + page * 97 + row * 67) % 380);
    return `<rect x="90" y="${200 + row * 34}" width="${length}" height="9"/>`;
  }).join('');
  const marks = Array.from(
    pad(number * 10 + page, 3),
    (digit, index) => `<rect x="${620 + index * 40}" y="80" width="26" height="${20 + Number(digit) * 6}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}"><rect x="90" y="80" width="300" height="26"/>${marks.join('')}${bars}<rect x="90" y="1090" width="220" height="3"/><rect x="500" y="1090" width="220" height="3"/></svg>`;
}
