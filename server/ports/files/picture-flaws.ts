import type { FileEnds } from './pdf-flaws.ts';

const [JPEG_SCAN, JPEG_END] = [Buffer.from([0xff, 0xda]), Buffer.from([0xff, 0xd9])];
/** Phones append a film to a photo: its end is then not that of the picture. */
const FILM = /MotionPhoto|MicroVideo/;

/** Per content type, whether both ends show that the rest of the picture is missing. Lenient: what they do not show is not reported. */
const IS_CUT: Readonly<Record<string, (ends: FileEnds) => boolean>> = {
  // The end mark of a thumbnail stands before the picture's own data.
  'image/jpeg': ({ head, tail }) => !FILM.test(head.toString('latin1')) && tail.lastIndexOf(JPEG_END) <= tail.lastIndexOf(JPEG_SCAN),
  'image/png': ({ tail }) => !tail.includes('IEND'),
  'image/gif': ({ tail }) => !tail.includes(';'),
  'image/webp': ({ head, bytes }) => head.length >= 8 && head.readUInt32LE(4) + 8 > bytes,
  'image/tiff': ({ head, bytes }) =>
    head.length >= 8 && (head.toString('latin1', 0, 2) === 'II' ? head.readUInt32LE(4) : head.readUInt32BE(4)) >= bytes,
};

export function isCutPicture(contentType: string, ends: FileEnds): boolean {
  return IS_CUT[contentType]?.(ends) ?? false;
}
