import type { Readable } from 'node:stream';
import type { File, Storage } from '@google-cloud/storage';
import type { Config, FirebaseProject } from '../../config/config.ts';
import { AppError } from '../../domain/errors.ts';
import { startVerifiedBody } from './expected-bytes.ts';
import { fileNotFound, storageUnavailable } from './file-store.ts';
import type { ByteRange } from './serve-file.ts';
import { connectStorage, statusOf } from './storage-client.ts';
import type { BucketPlace } from './stored-place.ts';

/** docs/specification.md section 9: time limit of a storage operation with its retries. */
const OPERATION_SECONDS = 120;
/** Idle timeout of a download. The library (through node-fetch 2) cannot tell a broken connection from a silent one. */
const SILENCE_MS = 20_000;

/** An object as found: reads return this generation of it, or fail. */
export interface BucketObject {
  /** As declared by the uploader; '' if missing. */
  contentType: string;
  bytes: number;
  modifiedAt: Date;
  /** Identifies its content: replaced content gets another generation. */
  generation: string;
  /** Errors: `backend-failed` (refused, or other bytes than those found), `unavailable` (also when it changed meanwhile). */
  open(range?: ByteRange): Promise<Readable>;
}

/** Buckets of other programs, read with the portal's own account. */
export interface Buckets {
  /**
   * null, without any request, for a bucket that FILE_BUCKETS does not name. Errors: `not-found`, `backend-failed` (refused),
   * `unavailable`.
   */
  find(place: BucketPlace): Promise<BucketObject | null>;
}

/** @param options `silenceMs`: for tests */
export function createBuckets(
  { fileBuckets: { names, emulator }, firebase }: Pick<Config, 'fileBuckets' | 'firebase'>,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
): Buckets {
  const clients = new Map<string, Promise<Storage>>();
  const clientOf = (bucket: string): Promise<Storage> => {
    const project = projectOf(bucket, firebase);
    const opened =
      clients.get(project.projectId) ??
      connectStorage({ project, apiEndpoint: emulator, totalSeconds: OPERATION_SECONDS, requestMs: silenceMs });
    clients.set(project.projectId, opened);
    return opened;
  };
  return {
    async find({ bucket, object }) {
      if (!names.includes(bucket)) return null;
      const storage = await clientOf(bucket);
      const [{ contentType = '', size = 0, updated, generation = '', contentEncoding }] = await storage
        .bucket(bucket)
        .file(object)
        .getMetadata()
        .catch((error: unknown) => {
          throw toReadError(error, bucket, object);
        });
      if (contentEncoding === 'gzip')
        throw unreadable(`object ${bucket}/${object} is stored compressed`, 'está guardado comprimido (gzip)');
      const bytes = Number(size);
      const found = storage.bucket(bucket).file(object, { generation });
      return {
        contentType,
        bytes,
        modifiedAt: new Date(updated ?? 0),
        generation: String(generation),
        open: (range) => open(found, range ?? { start: 0, end: bytes - 1 }, { isWhole: range === undefined, silenceMs }),
      };
    },
  };
}

/** A bucket named after a project belongs to it; any other is accessed with the main project's account. */
function projectOf(bucket: string, firebase: Config['firebase']): FirebaseProject {
  if (!firebase) return { projectId: 'emulator', clientEmail: undefined, privateKey: undefined };
  const { main, digitalization } = firebase;
  return bucket.startsWith(`${digitalization.projectId}.`) ? digitalization : main;
}

async function open(file: File, { start, end }: ByteRange, { isWhole, silenceMs }: { isWhole: boolean; silenceMs: number }) {
  const name = `${file.bucket.name}/${file.name}`;
  return startVerifiedBody(
    // A whole file is verified by the checksum that the bucket keeps.
    file.createReadStream(isWhole ? {} : { start, end }),
    { start: 0, end: end - start, isAll: true, silenceMs },
    {
      brokeOff: (_bytes, error) =>
        statusOf(error) === 404
          ? new AppError('unavailable', `object ${name} changed while it was read`, {
              userMessage: 'El archivo cambió en su depósito mientras se leía. Intente de nuevo.',
              cause: error,
            })
          : toReadError(error, file.bucket.name, file.name),
      differs: (bytes) => unreadable(`object ${name} sent ${bytes} bytes of ${start} to ${end}`, 'no envió todo lo que guarda'),
    },
  );
}

/** The bucket's checksum differs from that of the bytes received. */
const MISMATCH = 'CONTENT_DOWNLOAD_MISMATCH';

function toReadError(error: unknown, bucket: string, object: string): AppError {
  const status = statusOf(error);
  if (status === MISMATCH) return unreadable(`object ${bucket}/${object} came altered`, 'no envió lo que guarda', error);
  if (status === 404) return fileNotFound(`${bucket}/${object}`);
  if (status === 401 || status === 403)
    return unreadable(`object ${bucket}/${object} refused with ${status}`, 'no lo deja leer a este portal', error);
  return storageUnavailable(error);
}

function unreadable(message: string, reason: string, cause?: unknown): AppError {
  return new AppError('backend-failed', message, {
    userMessage: `El depósito del archivo ${reason}. Avise a Informática.`,
    details: { reason },
    cause,
  });
}
