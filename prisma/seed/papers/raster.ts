import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Random } from '../random.ts';

/** Dots per inch of scans and photographs of papers. */
export const RESOLUTION = 96;
const POINTS_PER_INCH = 72;
const NOISE_SIDE = 512;
const NOISE = 9;
/** How much darker a page is at its edge. */
const EDGE_SHADE = 26;
const EDGE = 46;
/** Paper is not white, and toner is not black. */
const [INK_LEVEL, PAPER_LEVEL] = [38, 238];

/** A page as pixels; one byte of grey each by default. */
export interface Scan extends Size {
  data: Buffer;
}

interface Size {
  width: number;
  height: number;
}

/** Renders PDFs as pixels; must be closed at the end. */
export interface Raster {
  /** All pages as a scanner sees them: grey, grainy, darker at the edges. */
  scan(pdf: Buffer): Promise<Scan[]>;
  /** All pages in colour, four bytes a pixel. */
  pictures(pdf: Buffer): Promise<Scan[]>;
  close(): void;
}

export async function openRaster(random: Random): Promise<Raster> {
  const library = await PDFiumLibrary.init();
  const noise = Int8Array.from({ length: NOISE_SIDE * NOISE_SIDE }, () => (random.next() + random.next() - 1) * NOISE);
  const drawAll = async (pdf: Buffer, colorSpace: 'BGRA' | 'Gray', finish: (data: Uint8Array, size: Size) => Buffer): Promise<Scan[]> => {
    const document = await library.loadDocument(pdf);
    const drawn: Scan[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: RESOLUTION / POINTS_PER_INCH, render: 'bitmap', colorSpace });
      drawn.push({ data: finish(data, { width, height }), width, height });
    }
    document.destroy();
    return drawn;
  };
  return {
    scan: (pdf) => drawAll(pdf, 'Gray', (data, size) => asScanned(data, size, noise)),
    pictures: (pdf) => drawAll(pdf, 'BGRA', (data) => Buffer.from(data)),
    close: () => library.destroy(),
  };
}

function asScanned(pixels: Uint8Array, { width, height }: Size, noise: Int8Array): Buffer {
  const scanned = Buffer.allocUnsafe(width * height);
  const shadeOf = (at: number, length: number) => {
    const near = Math.min(at, length - 1 - at);
    return near >= EDGE ? 0 : (EDGE_SHADE * (EDGE - near)) / EDGE;
  };
  const across = Float32Array.from({ length: width }, (_none, x) => shadeOf(x, width));
  const levels = Uint8Array.from({ length: 256 }, (_none, grey) => INK_LEVEL + (grey * (PAPER_LEVEL - INK_LEVEL)) / 255);
  for (let y = 0; y < height; y += 1) {
    const shade = shadeOf(y, height);
    const row = (y % NOISE_SIDE) * NOISE_SIDE;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      // The grain shifts from one tile to the next, so that no pattern shows.
      const grain = noise[row + ((x + (y >> 9) * 131) & (NOISE_SIDE - 1))] ?? 0;
      const level = (levels[pixels[at] ?? 0] ?? 0) + grain - Math.max(shade, across[x] ?? 0);
      scanned[at] = level < 0 ? 0 : level > 255 ? 255 : level;
    }
  }
  return scanned;
}

export function scanToJpeg({ data, width, height }: Scan, quality = 52): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer();
}

export function scanToPng({ data, width, height }: Scan): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 5 })
    .toBuffer();
}

export function pictureToPng({ data, width, height }: Scan): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 5 })
    .toBuffer();
}
