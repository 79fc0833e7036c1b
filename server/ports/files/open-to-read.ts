import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from './serve-file.ts';

/**
 * A file's bytes, opened before they are handed on: a stream that opens by itself fails with nobody listening, and
 * ends the process, when it is let go of and the file removed before its turn came.
 * The file is closed when the stream has ended or is destroyed. Errors: those of the file system.
 */
export async function openToRead(location: string, range?: ByteRange): Promise<Readable> {
  const file = await open(location);
  return file.createReadStream(range ? { start: range.start, end: range.end } : {});
}
