import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '../../domain/images.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPictures, type Pictures } from './pictures.ts';

const log = createLog({ level: 'silent', process: 'test' });
const opened: Pictures[] = [];
afterEach(() => Promise.all(opened.splice(0).map((pictures) => pictures.close())));

function open(options: { deadlineMs?: number } = {}): Pictures {
  const pictures = createPictures({ log, ...options });
  opened.push(pictures);
  return pictures;
}

const streamOf = (...chunks: Buffer[]) => Readable.from(chunks, { objectMode: false });
const photo = (alpha: number) =>
  sharp({ create: { width: 2_000, height: 1_000, channels: 4, background: { r: 40, g: 160, b: 90, alpha } } })
    .png({ progressive: true })
    .toBuffer();

it.each(IMAGE_TYPES)('writes an opaque %s as JPEG and a transparent one as WEBP', async (type) => {
  const prepared = async (alpha: number) => {
    const picture = sharp(await photo(alpha)).toFormat(type.replace('image/', '') as 'gif', { effort: 1 });
    return open().prepare('ana', streamOf(await picture.toBuffer()));
  };
  expect(await prepared(1)).toMatchObject({ contentType: 'image/jpeg', width: 1_600, height: 800 });
  // A JPEG has no transparency.
  const contentType = type === 'image/jpeg' ? type : 'image/webp';
  expect(await prepared(0.2)).toMatchObject({ contentType, width: 1_600, height: 800 });
});

it('refuses a picture that takes too long to convert, with 413', async () => {
  await expect(open({ deadlineMs: 1 }).prepare('ana', streamOf(await photo(1)))).rejects.toMatchObject({
    status: 413,
    userMessage: expect.stringMatching(/^Convertir la imagen lleva demasiado tiempo\./) as string,
  });
});

it('refuses an empty picture, and one with more bytes than allowed', async () => {
  await expect(open().prepare('ana', streamOf())).rejects.toMatchObject({ code: 'invalid-input' });
  const chunks = Array.from({ length: 17 }, () => Buffer.alloc(IMAGE_MAX_BYTES / 16));
  await expect(open().prepare('ana', streamOf(...chunks))).rejects.toMatchObject({ code: 'too-large' });
});

it('refuses a decodable format outside the allowed ones, such as TIFF', async () => {
  const tiff = await sharp(await photo(1))
    .tiff()
    .toBuffer();
  await expect(open().prepare('ana', streamOf(tiff))).rejects.toMatchObject({ code: 'unsupported-type' });
});
