import sharp, { type Sharp } from 'sharp';
import type { PageWidth } from '../domain/document-content.ts';

/** Longer pages are made narrower: a till receipt four times as long as wide is still readable. */
const MAX_RATIO = 4;
/** For photos and scans with shades: half the time of the default effort 4, for a tenth more bytes. */
const SHADED = { quality: 80, effort: 2 };
/** For text and lines on paper: lossless, in a ninth of the bytes (measured on a page of text). */
const PLAIN = { lossless: true, effort: 1 };
/** A scanned page takes a fifth of it; larger ones are compressed further until they fit (noise fits at half the width). */
export const PAGE_MAX_BYTES = 600 * 1024;
const COARSER = [
  { quality: 40, part: 1 },
  { quality: 40, part: 2 },
  { quality: 20, part: 2 },
  { quality: 20, part: 4 },
] as const;
/** A page is plain if it has hardly more than the shades of one ink and is mostly paper. */
const PLAIN_COLOURS = 256;
const PAPER_SHARE = 0.5;
const SAMPLED_EVERY = 15;

// A long-lived process that handles one page at a time: no second thread, no cache.
sharp.concurrency(1);
sharp.cache(false);

export interface PagePicture {
  /** WEBP, at most `PAGE_MAX_BYTES`. */
  content: Buffer;
  /** The size the page was drawn at; a heavily compressed image is smaller. */
  width: number;
  height: number;
}

/** Decoded pixels, opaque; a fourth channel is ignored. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Any picture as a page image: on white paper, in sRGB, at most `width` wide, without metadata. */
export async function toPagePicture(picture: Sharp, width: PageWidth): Promise<PagePicture> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .resize({ width, height: maxHeight(width), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodePage({ data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 });
}

/** Encodes pixels that already have the page's size. */
export async function encodePage({ data, width, height, channels }: Pixels): Promise<PagePicture> {
  const picture = () => sharp(data, { raw: { width, height, channels } }).removeAlpha();
  let content = await picture()
    .webp(isPlainPage(data, channels) ? PLAIN : SHADED)
    .toBuffer();
  for (const { quality, part } of COARSER) {
    if (content.length <= PAGE_MAX_BYTES) break;
    content = await picture()
      .resize({ width: Math.ceil(width / part) })
      .webp({ quality, effort: SHADED.effort })
      .toBuffer();
  }
  return { content, width, height };
}

export function maxHeight(width: PageWidth): number {
  return width * MAX_RATIO;
}

function isPlainPage(data: Uint8Array, channels: number): boolean {
  const counts = new Map<number, number>();
  for (let at = 0; at + channels <= data.length; at += channels * SAMPLED_EVERY) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    if (counts.size > PLAIN_COLOURS) return false;
  }
  const samples = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(...counts.values()) >= samples * PAPER_SHARE;
}
