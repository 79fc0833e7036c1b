import sharp, { type Sharp } from 'sharp';
import { FULL_WIDTH, type PageWidth } from '../domain/document-content.ts';

/** A page that is longer is made narrower: a till roll four times as long as wide still is readable. */
const MAX_RATIO = 4;
const QUALITY = 80;
const THUMBNAIL_QUALITY = 70;
/** The least effort but one: half the time of the usual four, a tenth more bytes. */
const EFFORT = 2;

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
    .toColorspace('srgb')
    .webp({ quality: width === FULL_WIDTH ? QUALITY : THUMBNAIL_QUALITY, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

export function maxHeight(width: PageWidth): number {
  return width * MAX_RATIO;
}
