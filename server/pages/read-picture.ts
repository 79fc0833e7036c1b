import { readFile } from 'node:fs/promises';
import decodeHeic from 'heic-decode';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../domain/errors.ts';
import { decodeBitmap, isBitmap } from './bitmap.ts';
import { cannotShow } from './cannot-show.ts';
import { MAX_PAGES, type PagedDocument } from './paged-document.ts';
import { toPagePicture } from './page-picture.ts';

/** An A2 page at 400 dots per inch: bounds decoding to 640 MB in the worst case, with 16 bits per channel. */
const MAX_PIXELS = 80_000_000;
const DAMAGED = 'La imagen está dañada y no se puede mostrar.';
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1']);

interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

/** The pages of a TIFF; other pictures have one, animations their first frame. @param head its first bytes */
export async function openPicture(location: string, head: Buffer): Promise<PagedDocument> {
  if (isBitmap(head)) return onePage(async () => decodeBitmap(await readFile(location), requirePixels));
  if (isHeic(head)) return onePage(async () => readHeic(await readFile(location)));
  const { format, pages = 1, width, height, pageHeight } = await readMetadata(location);
  requirePixels(width, pageHeight ?? height);
  const open = (page: number) => sharp(location, { page: page - 1, limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  return withPages(format === 'tiff' ? Math.min(pages, MAX_PAGES) : 1, async (page) => open(page));
}

function onePage(read: () => Promise<Pixels>): PagedDocument {
  return withPages(1, async () => {
    const { data, width, height } = await read();
    return sharp(data, { raw: { width, height, channels: 4 } });
  });
}

function withPages(pages: number, open: (page: number) => Promise<Sharp>): PagedDocument {
  return {
    pages,
    isPicture: true,
    async draw(page, width) {
      try {
        return await toPagePicture(await open(page), width);
      } catch (error) {
        throw error instanceof AppError ? error : explain(error);
      }
    },
    textOf: () => '',
  };
}

function explain(error: unknown): AppError {
  // The pages of a TIFF may differ in size: libvips reports that only on opening one.
  const isTooBig = error instanceof Error && error.message.includes('pixel limit');
  return isTooBig ? tooManyPixels() : cannotShow(DAMAGED, 'pixels cannot be decoded', error);
}

async function readMetadata(location: string): Promise<Metadata> {
  try {
    return await sharp(location, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw cannotShow(DAMAGED, 'head of the picture cannot be read', error);
  }
}

function isHeic(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp' && HEIC_BRANDS.has(head.toString('latin1', 8, 12));
}

/** The size is checked before decoding. */
async function readHeic(buffer: Buffer): Promise<Pixels> {
  const [first] = await decodeHeic.all({ buffer });
  if (!first) throw cannotShow(DAMAGED, 'no picture in HEIC');
  requirePixels(first.width, first.height);
  const { width, height, data } = await first.decode();
  return { width, height, data: new Uint8Array(data) };
}

function requirePixels(width: number, height: number): void {
  if (width * height > MAX_PIXELS) throw tooManyPixels(` (${width} × ${height})`);
}

function tooManyPixels(size = ''): AppError {
  return cannotShow(`La imagen tiene demasiados píxeles${size}: el portal muestra hasta ${MAX_PIXELS / 1_000_000} millones.`);
}
