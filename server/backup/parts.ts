import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createHashingStream } from '../platform/hashing-stream.ts';
import { OWNER_ONLY } from '../platform/owner-only.ts';
import type { Cipher } from './cipher.ts';
import type { Part } from './manifest.ts';

/** Writes lines of JSON, compressed and encrypted, and flushes them to disk. @param name without its extension */
export async function writePart(
  directory: string,
  name: string,
  { cipher, lines, signal }: { cipher: Cipher; lines: AsyncIterable<readonly string[]>; signal: AbortSignal },
): Promise<Part> {
  const whole = `${name}.ndjson.gz${cipher.suffix}`;
  let rows = 0;
  const text = async function* () {
    for await (const page of lines) {
      signal.throwIfAborted();
      rows += page.length;
      if (page.length > 0) yield `${page.join('\n')}\n`;
    }
  };
  const packed = createGzip();
  const packing = pipeline(Readable.from(text()), packed);
  const { through, sum, bytes } = createHashingStream();
  const writing = pipeline(
    await cipher.encrypt(packed),
    through,
    createWriteStream(path.join(directory, whole), { flags: 'wx', flush: true, mode: OWNER_ONLY.file }),
  );
  await Promise.all([packing, writing]);
  return { name: whole, rows, bytes: bytes(), sha256: sum() };
}

/** The lines of a part. @param open decrypts an encrypted part */
export async function* readPart(directory: string, name: string, open: (content: Readable) => Promise<Readable>): AsyncIterable<string> {
  const bytes = createReadStream(path.join(directory, name));
  const packed = name.endsWith('.age') ? await open(bytes) : bytes;
  const text = createGunzip();
  const unpacking = pipeline(packed, text);
  // A damaged file is reported by the reading below, which ends with its error.
  unpacking.catch(() => undefined);
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) if (line !== '') yield line;
  await unpacking;
}

/** @returns the problem of a stored part; null: none */
export async function checkPart(directory: string, part: Part): Promise<string | null> {
  try {
    const { through, sum, bytes } = createHashingStream();
    await pipeline(createReadStream(path.join(directory, part.name)), through.resume());
    if (bytes() !== part.bytes) return `${part.name} tiene ${bytes()} bytes, y no ${part.bytes}`;
    return sum() === part.sha256 ? null : `${part.name} se alteró`;
  } catch (error) {
    return `${part.name} no se puede leer: ${error instanceof Error ? error.message : String(error)}`;
  }
}
