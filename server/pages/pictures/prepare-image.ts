import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { AppError } from '../../domain/errors.ts';
import { IMAGE_TYPES } from '../../domain/images.ts';

/** The longest side of pictures in the mobile app, and of thumbnails in lists. */
const WEB_SIDE = 1_600;
const THUMBNAIL_SIDE = 320;
const SMALLEST_SIDE = 100;
/** 50 megapixels: more than phones take; bounds the memory per picture to 200 MB, or 600 MB if interlaced with 16 bits. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;
const THUMBNAIL_QUALITY = 76;

const ALLOWED: ReadonlySet<string> = new Set(IMAGE_TYPES);
// A long-lived process that handles one picture at a time: no second thread, no cache.
sharp.concurrency(1);
sharp.cache(false);

export interface PreparedImage {
  content: Buffer;
  contentType: 'image/jpeg' | 'image/webp';
  extension: 'jpg' | 'webp';
  width: number;
  height: number;
}

/**
 * Decodes a picture and re-encodes it for the web: rotated by its EXIF, at most 1600 px, in sRGB, without metadata
 * (a photo's place and camera do not leave the agency). Opaque pictures become JPEG, transparent ones WEBP; of an animation
 * only the first frame is kept. Only pixels survive, so nothing hidden in the file does.
 * Errors: `unsupported-type` (no picture, SVG, damaged), `too-large` (pixels), `invalid-input` (too small).
 */
export async function prepareImage(original: Buffer): Promise<PreparedImage> {
  await assertAllowed(original);
  const { width = 0, height = 0, hasAlpha = false } = await readMetadata(original);
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  if (Math.max(width, height) < SMALLEST_SIDE) {
    throw new AppError('invalid-input', `picture of ${width}x${height}`, {
      userMessage: `La imagen es muy pequeña: al menos un lado debe medir ${SMALLEST_SIDE} píxeles.`,
    });
  }
  try {
    return await encode(decode(original), hasAlpha);
  } catch (error) {
    throw notAPicture('pixels cannot be decoded', error);
  }
}

/** A thumbnail of at most 320 px of a stored picture, also one of another program. Errors: `backend-failed` (the content is no picture). */
export async function makeThumbnail(content: Buffer): Promise<PreparedImage> {
  try {
    await assertAllowed(content);
    const small = sharp(content, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: THUMBNAIL_QUALITY });
    return prepared(await small.toBuffer({ resolveWithObject: true }), 'webp');
  } catch (error) {
    throw new AppError('backend-failed', 'stored picture cannot be decoded', {
      userMessage: 'La imagen no se puede mostrar.',
      cause: error,
    });
  }
}

async function assertAllowed(content: Buffer): Promise<void> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  if (!found || !ALLOWED.has(found.mime)) throw notAPicture(`content is ${found?.mime ?? 'unknown'}`);
}

async function readMetadata(original: Buffer): Promise<Metadata> {
  try {
    return await sharp(original, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw notAPicture('head cannot be read', error);
  }
}

function decode(original: Buffer): Sharp {
  return sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: WEB_SIDE, height: WEB_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb');
}

/** A picture with an alpha channel is decoded and resized once; the resized pixels show whether it is really transparent. */
async function encode(sized: Sharp, hasAlpha: boolean): Promise<PreparedImage> {
  if (!hasAlpha) return encodeOpaque(sized);
  const { data, info } = await sized.raw().toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  if (isOpaque(data, info.channels)) return encodeOpaque(pixels.flatten({ background: '#fff' }));
  return prepared(await pixels.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true }), 'webp');
}

async function encodeOpaque(pixels: Sharp): Promise<PreparedImage> {
  return prepared(await pixels.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer({ resolveWithObject: true }), 'jpg');
}

/** The last channel of each pixel is its alpha. */
function isOpaque(pixels: Buffer, channels: number): boolean {
  for (let at = channels - 1; at < pixels.length; at += channels) if (pixels[at] !== 255) return false;
  return true;
}

function prepared({ data, info }: { data: Buffer; info: OutputInfo }, extension: PreparedImage['extension']): PreparedImage {
  const contentType = extension === 'webp' ? 'image/webp' : 'image/jpeg';
  return { content: data, contentType, extension, width: info.width, height: info.height };
}

function notAPicture(reason: string, cause?: unknown): AppError {
  return new AppError('unsupported-type', `no picture: ${reason}`, {
    userMessage: 'El archivo no es una imagen que se pueda usar. Elija una imagen JPG, PNG, WEBP o GIF.',
    cause,
  });
}

function tooManyPixels(width: number, height: number): AppError {
  return new AppError('too-large', `picture of ${width}x${height}`, {
    userMessage: `La imagen tiene demasiados píxeles (${width} × ${height}). El máximo son ${MAX_PIXELS / 1_000_000} millones.`,
  });
}
