import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/**
 * The first bytes of a stream, and the stream with them put back in front. The head is shorter than `bytes` only when the stream is.
 * Rejects with the stream's own error.
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
  /** Bytes and SHA-256 (hex) of what has passed so far; final once the body was read to its end. */
  result(): { bytes: number; sha256: string };
  /** The last bytes that have passed so far, at most TAIL_BYTES. */
  tail(): Buffer;
}

const TAIL_BYTES = 64 * 1024;

/** Requirements on content; the body fails with the error of the one it violates. */
export interface MeasureLimits {
  maxBytes: number;
  tooLarge(): Error;
  /** Hash computed earlier, hexadecimal; undefined if there is none. */
  sha256?: { expected: string; differs(sha256: string): Error } | undefined;
}

/** Counts and hashes the bytes passing through; fails as soon as there are too many, and at the end if the hash differs. */
export function measure(body: Readable, limits: MeasureLimits): Measured {
  const hash = createHash('sha256');
  const last = new LastBytes(TAIL_BYTES);
  let bytes = 0;
  let sha256: string | null = null;
  const digest = () => (sha256 ??= hash.digest('hex'));
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw limits.tooLarge();
      hash.update(chunk);
      last.add(chunk);
      yield chunk;
    }
    if (limits.sha256 && digest() !== limits.sha256.expected) throw limits.sha256.differs(digest());
  }
  return { body: Readable.from(pass(), { objectMode: false }), result: () => ({ bytes, sha256: digest() }), tail: () => last.read() };
}

/** Keeps the last bytes passing through, and little more. */
class LastBytes {
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(private readonly max: number) {}

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (let first = this.#chunks[0]; first && this.#length - first.length >= this.max; first = this.#chunks[0]) {
      this.#chunks.shift();
      this.#length -= first.length;
    }
  }

  read(): Buffer {
    return Buffer.concat(this.#chunks).subarray(-this.max);
  }
}
