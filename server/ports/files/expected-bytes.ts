import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';

/** Bytes that must arrive before callers are told that the file exists. */
const AHEAD_BYTES = 64 * 1024;

/** Byte range of a body, both ends inclusive; `isAll`: the body has no more than that. */
export interface Expected {
  start: number;
  end: number;
  isAll: boolean;
  /** Idle timeout; without it the body itself must end when it falls silent. */
  silenceMs?: number;
}

/** Errors for a body that is not as expected. */
export interface UnexpectedBytes {
  /** It broke off after that many bytes. */
  brokeOff(bytes: number, cause: unknown): AppError;
  /** It ended with that many bytes. */
  differs(bytes: number): AppError;
}

/** The expected body, once its beginning has arrived: a failure within that comes before callers are told that the file exists. */
export async function startVerifiedBody(body: Readable, expected: Expected, errors: UnexpectedBytes): Promise<Readable> {
  const chunks = expectedBytes(body, expected, errors);
  const first: Buffer[] = [];
  let bytes = 0;
  let isDone = false;
  while (!isDone && bytes < AHEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) isDone = true;
    else first.push(next.value);
    bytes += next.done ? 0 : next.value.length;
  }
  const whole = Readable.from(
    (async function* () {
      yield* first;
      if (!isDone) yield* chunks;
    })(),
    { objectMode: false },
  );
  // Also for a body that was never read.
  return whole.once('close', () => body.destroy());
}

/** Counts the bytes: the end of a connection does not prove that everything has arrived. */
async function* expectedBytes(
  body: Readable,
  { start, end, isAll, silenceMs }: Expected,
  errors: UnexpectedBytes,
): AsyncGenerator<Buffer, void> {
  let at = 0;
  try {
    for await (const chunk of silenceMs === undefined ? (body as AsyncIterable<Buffer>) : withIdleTimeout(body, silenceMs)) {
      const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += chunk.length;
      if (wanted.length > 0) yield wanted;
      if (at > end && (!isAll || at > end + 1)) break;
    }
  } catch (error) {
    throw error instanceof AppError ? error : errors.brokeOff(at, error);
  }
  if (at <= end || (isAll && at > end + 1)) throw errors.differs(at);
}

/** The timeout covers only waiting for data: a slow reader is fine. */
async function* withIdleTimeout(body: Readable, silenceMs: number): AsyncGenerator<Buffer, void> {
  const chunks = body.iterator() as AsyncIterableIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error(`silent for ${silenceMs} ms`)), silenceMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done) return;
    yield next.value;
  }
}
