import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/**
 * The first bytes of a stream, and the stream with them put back in front. The head is shorter than `bytes` only when the
 * stream is. Rejects with the stream's own error.
 */
export async function peek(body: Readable, bytes: number): Promise<{ head: Buffer; body: Readable }> {
  const chunks: Buffer[] = [];
  let length = 0;
  const iterator = body.iterator() as AsyncIterator<Buffer, undefined>;
  while (length < bytes) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(chunks).subarray(0, bytes), body: Readable.from(resume(chunks, iterator), { objectMode: false }) };
}

async function* resume(chunks: readonly Buffer[], iterator: AsyncIterator<Buffer, undefined>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

export interface Measured {
  body: Readable;
  /** Bytes and SHA-256 (hex) of what has passed; final once the body was read to its end. */
  result(): { bytes: number; sha256: string };
}

/** Counts and hashes what passes; fails with `onLimit()` as soon as there are more than `maxBytes` bytes. */
export function measure(body: Readable, maxBytes: number, onLimit: () => Error): Measured {
  const hash = createHash('sha256');
  let bytes = 0;
  let sha256: string | null = null;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw onLimit();
      hash.update(chunk);
      yield chunk;
    }
  }
  return { body: Readable.from(pass(), { objectMode: false }), result: () => ({ bytes, sha256: (sha256 ??= hash.digest('hex')) }) };
}
