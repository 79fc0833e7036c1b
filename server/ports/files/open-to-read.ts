import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ByteRange } from './serve-file.ts';

/**
 * A file's bytes, opened before they are returned: a stream that opens the file itself fails without a listener, and ends the process, when
 * it is destroyed and the file removed before it was opened.
 * The file is closed when the stream has ended or is destroyed. Errors: those of the file system.
 */
export async function openToRead(location: string, range?: ByteRange): Promise<Readable> {
  const file = await open(location);
  return file.createReadStream(range ? { start: range.start, end: range.end } : {});
}
