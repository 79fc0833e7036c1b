import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

interface HashingStream {
  /** Passes bytes through unchanged. */
  through: Transform;
  /** SHA-256 of all bytes, hex; call it once, at the end. */
  sum: () => string;
  /** Number of bytes so far. */
  bytes: () => number;
}

/** A pass-through stream that hashes and counts its bytes. @param expected a stream with another hash fails at its end */
export function createHashingStream(expected?: string): HashingStream {
  const hash = createHash('sha256');
  let seen = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(expected === undefined || hash.digest('hex') === expected ? null : new Error(`the bytes of ${expected} were altered`));
    },
  });
  return { through, sum: () => hash.digest('hex'), bytes: () => seen };
}
