import { fileTypeFromBuffer } from 'file-type';
import sharp, { type OutputInfo } from 'sharp';
import { createConcurrencyLimit } from '../../platform/concurrency-limit.ts';
import { AppError } from '../../domain/errors.ts';
import { IMAGE_TYPES } from '../../domain/images.ts';

/** The longest side of what the mobile app loads, and of what lists show. */
const WEB_SIDE = 1_600;
const THUMBNAIL_SIDE = 320;
const SMALLEST_SIDE = 100;
/** 50 megapixels: more than phones take, and bounds the memory of one picture to about 200 MB. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;
const THUMBNAIL_QUALITY = 76;
/** Pictures being decoded at once in this process. */
const AT_ONCE = 2;

const ALLOWED: ReadonlySet<string> = new Set(IMAGE_TYPES);
const inTurn = createConcurrencyLimit(AT_ONCE);

export interface PreparedImage {
  content: Buffer;
  contentType: 'image/jpeg' | 'image/webp';
  extension: 'jpg' | 'webp';
  width: number;
  height: number;
}

/**
 * Decodes a picture and writes it anew for the web: turned as its EXIF says, at most 1600 px, in sRGB, without any metadata
 * (a photo's place and camera do not leave the agency). Opaque pictures become JPEG, transparent ones WEBP; of an animation
 * the first picture is kept. Since only pixels survive, nothing hidden in the file does.
 * Errors: `unsupported-type` (no picture, SVG, damaged), `too-large` (pixels), `invalid-input` (too small).
 */
export async function prepareImage(original: Buffer): Promise<PreparedImage> {
  const found = await fileTypeFromBuffer(original).catch(() => undefined);
  if (!found || !ALLOWED.has(found.mime)) throw notAPicture(`content is ${found?.mime ?? 'unknown'}`);
  return inTurn(async () => {
    const { width = 0, height = 0 } = await readHead(original);
    if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
    if (Math.max(width, height) < SMALLEST_SIDE) {
      throw new AppError('invalid-input', `picture of ${width}x${height}`, {
        userMessage: `La imagen es muy pequeña: al menos un lado debe medir ${SMALLEST_SIDE} píxeles.`,
      });
    }
    const { data, info, transparent } = await encode(original);
    return {
      content: data,
      contentType: transparent ? 'image/webp' : 'image/jpeg',
      extension: transparent ? 'webp' : 'jpg',
      width: info.width,
      height: info.height,
    };
  });
}

/** At most 320 px of a picture that prepareImage made. */
export async function makeThumbnail(content: Buffer): Promise<Buffer> {
  return inTurn(() =>
    sharp(content, { limitInputPixels: MAX_PIXELS })
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: THUMBNAIL_QUALITY })
      .toBuffer(),
  );
}

async function readHead(original: Buffer) {
  try {
    return await sharp(original, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw notAPicture('head cannot be read', error);
  }
}

async function encode(original: Buffer): Promise<{ data: Buffer; info: OutputInfo; transparent: boolean }> {
  try {
    const turned = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const { isOpaque } = await sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).stats();
    const sized = turned.resize({ width: WEB_SIDE, height: WEB_SIDE, fit: 'inside', withoutEnlargement: true }).toColorspace('srgb');
    const written = isOpaque
      ? sized.flatten({ background: '#fff' }).jpeg({ quality: QUALITY, mozjpeg: true })
      : sized.webp({ quality: QUALITY });
    return { ...(await written.toBuffer({ resolveWithObject: true })), transparent: !isOpaque };
  } catch (error) {
    throw notAPicture('pixels cannot be decoded', error);
  }
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
