import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

interface Summing {
  /** Bytes go through it unchanged. */
  through: Transform;
  /** SHA-256 of all that went through, hex; asked once, at the end. */
  sum: () => string;
  /** How many have gone through. */
  bytes: () => number;
}

/** Says what bytes were that passed by on their way. @param expected a stream of another sum fails at its end */
export function summing(expected?: string): Summing {
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
