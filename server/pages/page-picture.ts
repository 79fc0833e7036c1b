import sharp, { type Sharp } from 'sharp';
import type { PageWidth } from '../domain/document-content.ts';

/** A page that is longer is made narrower: a till roll four times as long as wide still is readable. */
const MAX_RATIO = 4;
/** For photos and scans with shades: half the time of the usual effort of four, a tenth more bytes. */
const SHADED = { quality: 80, effort: 2 };
/** For letters and lines on paper: each pixel as it is, in a ninth of the bytes (measured on a page of text). */
const PLAIN = { lossless: true, effort: 1 };
/** A page of a scan has a fifth of it; what is larger is written coarser until it fits (noise fits at half the width). */
export const PAGE_MAX_BYTES = 600 * 1024;
const COARSER = [
  { quality: 40, part: 1 },
  { quality: 40, part: 2 },
  { quality: 20, part: 2 },
  { quality: 20, part: 4 },
] as const;
/** What makes a page plain: hardly more than the shades of one ink, and most of it paper. */
const PLAIN_COLOURS = 256;
const PAPER_SHARE = 0.5;
const SAMPLED_EVERY = 15;

// One page at a time in a process that lives long: no second thread, and nothing kept from the last one.
sharp.concurrency(1);
sharp.cache(false);

export interface PagePicture {
  /** WEBP, at most `PAGE_MAX_BYTES`. */
  content: Buffer;
  /** What the page was drawn with; the picture of one that is much to store is smaller. */
  width: number;
  height: number;
}

/** Decoded pixels, opaque; a fourth channel is left out. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** Any picture as that of a page: on white as paper is, in sRGB, at most `width` wide, without any metadata. */
export async function toPagePicture(picture: Sharp, width: PageWidth): Promise<PagePicture> {
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .resize({ width, height: maxHeight(width), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodePage({ data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 });
}

/** Pixels of the size that a page is shown in. */
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
