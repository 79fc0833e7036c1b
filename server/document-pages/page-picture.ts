import sharp, { type Sharp } from 'sharp';
import type { PageWidth } from '../domain/document-content.ts';

/** A page that is longer is made narrower: a till roll four times as long as wide still is readable. */
const MAX_RATIO = 4;
/** For photos and scans with shades: half the time of the usual effort of four, a tenth more bytes. */
const SHADED = { quality: 80, effort: 2 };
/** For letters and lines on paper: each pixel as it is, in a ninth of the bytes (measured on a page of text). */
const PLAIN = { lossless: true, effort: 1 };
/** What makes a page plain: hardly more than the shades of one ink, and most of it paper. */
const PLAIN_COLOURS = 256;
const PAPER_SHARE = 0.5;
const SAMPLED_EVERY = 15;
const CHANNELS = 3;

// One page at a time in a process that lives long: no second thread, and nothing kept from the last one.
sharp.concurrency(1);
sharp.cache(false);

export interface PagePicture {
  /** WEBP. */
  content: Buffer;
  width: number;
  height: number;
}

/** Pixels as the picture of a page: on white as paper is, in sRGB, at most `width` wide, without any metadata. */
export async function toPagePicture(pixels: Sharp, width: PageWidth): Promise<PagePicture> {
  const { data, info } = await pixels
    .flatten({ background: '#fff' })
    .resize({ width, height: maxHeight(width), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const isPlain = info.channels === CHANNELS && isPlainPage(data);
  const content = await sharp(data, { raw })
    .webp(isPlain ? PLAIN : SHADED)
    .toBuffer();
  return { content, width: info.width, height: info.height };
}

export function maxHeight(width: PageWidth): number {
  return width * MAX_RATIO;
}

function isPlainPage(pixels: Buffer): boolean {
  const counts = new Map<number, number>();
  for (let at = 0; at + CHANNELS <= pixels.length; at += CHANNELS * SAMPLED_EVERY) {
    const colour = pixels.readUIntBE(at, CHANNELS);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
    if (counts.size > PLAIN_COLOURS) return false;
  }
  const samples = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(...counts.values()) >= samples * PAPER_SHARE;
}
