import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { IMAGE_MAX_BYTES } from '../../domain/images.ts';
import { SPOOLED_FILES, withSpooled } from '../../ports/files/spool.ts';
import type { Log } from '../../platform/log/log.ts';
import { createIsolatedPool } from '../../platform/isolation/isolated-pool.ts';
import type { ProcessLost } from '../../platform/isolation/isolated-process.ts';
import type { PreparedImage } from './prepare-image.ts';

/**
 * Decodes and re-encodes pictures in isolated processes, because libvips cannot be interrupted within a process. A picture
 * waits on disk for its turn, so this process holds none of its bytes.
 */
export interface Pictures {
  /**
   * prepareImage of a stream. @param owner whose turn it takes, a person's id
   * Errors: of prepareImage; `invalid-input` (empty), `too-large` (bytes, or work beyond the deadline), `too-many-requests`, `unavailable`.
   */
  prepare(owner: string, body: Readable): Promise<PreparedImage>;
  /** A thumbnail of at most 320 px of a stored picture, as WEBP. Errors as `prepare`. */
  makeThumbnail(owner: string, body: Readable): Promise<Buffer>;
  close(): Promise<void>;
}

/** A job of the script picture-jobs.ts. */
export interface PictureJob {
  verb: 'prepare' | 'thumbnail';
  location: string;
}

const PROCESSES = 2;
const HEAP_MB = 128;
/** Ten times what a photo of 50 megapixels takes on a slow machine. */
const DEADLINE_MS = 15_000;
/** A list of a hundred rows requests as many thumbnails at once. */
const MAX_WAITING = { total: 500, perOwner: 150 };
const IDLE_MS = 60_000;

export function createPictures({ log, deadlineMs = DEADLINE_MS }: { log: Log; deadlineMs?: number }): Pictures {
  const pool = createIsolatedPool<PictureJob, PreparedImage>({
    name: 'pictures',
    script: new URL('./picture-jobs.ts', import.meta.url),
    processes: PROCESSES,
    heapMb: HEAP_MB,
    access: { read: [SPOOLED_FILES], addons: true },
    deadlineMs,
    maxWaiting: MAX_WAITING,
    idleMs: IDLE_MS,
    refusal: notConverted,
    log,
  });
  const run = (owner: string, body: Readable, verb: PictureJob['verb']) =>
    withSpooled(Readable.from(bounded(body), { objectMode: false }), (location) => pool.run(owner, { verb, location }));
  return {
    prepare: (owner, body) => run(owner, body, 'prepare'),
    makeThumbnail: async (owner, body) => (await run(owner, body, 'thumbnail')).content,
    close: () => pool.close(),
  };
}

async function* bounded(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > IMAGE_MAX_BYTES)
      throw new AppError('too-large', 'picture over the limit', { userMessage: 'La imagen es demasiado grande. El máximo es 15 MB.' });
    yield chunk;
  }
  if (bytes === 0) throw new AppError('invalid-input', 'empty picture', { userMessage: 'El archivo está vacío.' });
}

function notConverted(lost: ProcessLost): AppError {
  return lost.reason === 'deadline'
    ? new AppError('too-large', lost.message, {
        userMessage: 'Convertir la imagen lleva demasiado tiempo. Guárdela más pequeña o en formato JPG e intente de nuevo.',
        cause: lost,
      })
    : new AppError('unsupported-type', lost.message, {
        userMessage: 'La imagen no se pudo convertir. Guárdela de nuevo en formato JPG e intente otra vez.',
        cause: lost,
      });
}
