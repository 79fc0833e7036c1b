import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';

/** So much has come before anybody is told that there is a file. */
const AHEAD_BYTES = 64 * 1024;

/** Bytes of a body, both ends inclusive; `isAll`: and it has no more. */
export interface Expected {
  start: number;
  end: number;
  isAll: boolean;
  /** So long somebody waits for more of it; without it the body itself ends when it falls silent. */
  silenceMs?: number;
}

/** How it is told that a body is another one. */
export interface UnexpectedBytes {
  /** After so many bytes. */
  brokeOff(bytes: number, cause: unknown): AppError;
  /** It ended with so many. */
  differs(bytes: number): AppError;
}

/** What is expected of a body, once its beginning has come: what ends within it fails before anybody is told that there is a file. */
export async function begunBody(body: Readable, expected: Expected, told: UnexpectedBytes): Promise<Readable> {
  const chunks = expectedBytes(body, expected, told);
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
  // Also of one that nobody began to read.
  return whole.once('close', () => body.destroy());
}

/** The end of a connection is no proof that everything has come. */
async function* expectedBytes(
  body: Readable,
  { start, end, isAll, silenceMs }: Expected,
  told: UnexpectedBytes,
): AsyncGenerator<Buffer, void> {
  let at = 0;
  try {
    for await (const chunk of silenceMs === undefined ? (body as AsyncIterable<Buffer>) : heard(body, silenceMs)) {
      const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += chunk.length;
      if (wanted.length > 0) yield wanted;
      if (at > end && (!isAll || at > end + 1)) break;
    }
  } catch (error) {
    throw error instanceof AppError ? error : told.brokeOff(at, error);
  }
  if (at <= end || (isAll && at > end + 1)) throw told.differs(at);
}

/** Only waiting counts: a reader may take its time. */
async function* heard(body: Readable, silenceMs: number): AsyncGenerator<Buffer, void> {
  const chunks = body.iterator() as AsyncIterableIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => body.destroy(new Error(`silent for ${silenceMs} ms`)), silenceMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done) return;
    yield next.value;
  }
}
