import { addAbortSignal, type Readable } from 'node:stream';
import { parseRange, type ByteRange } from '../files/serve-file.ts';
import type { AssetResponse } from './assets.ts';
import { rangeNotSatisfiable } from './errors.ts';

/** A file of known length that can be read from any offset. */
interface ReadableFile {
  bytes: number;
  modifiedAt: Date;
  open(range?: ByteRange): Promise<Readable>;
}

/** Answers a Range header. Errors: `invalid-input` (details.status 416), those of `open`. */
export async function openPart(
  file: ReadableFile,
  { range, signal }: { range?: string | undefined; signal?: AbortSignal | undefined },
): Promise<AssetResponse> {
  const part = parseRange(range, file.bytes);
  if (part === 'unsatisfiable') throw rangeNotSatisfiable(`bytes */${file.bytes}`);
  signal?.throwIfAborted();
  const body = await file.open(part === 'all' ? undefined : part);
  if (signal) addAbortSignal(signal, body);
  const lastModified = file.modifiedAt.toUTCString();
  if (part === 'all') return { status: 200, body, contentLength: file.bytes, contentRange: null, lastModified };
  const { start, end } = part;
  return { status: 206, body, contentLength: end - start + 1, contentRange: `bytes ${start}-${end}/${file.bytes}`, lastModified };
}
