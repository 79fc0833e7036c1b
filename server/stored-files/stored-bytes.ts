import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { AppError } from '../domain/errors.ts';
import { fileTypeOf } from '../domain/file-types.ts';
import { fileExtension, SHA256 } from '../domain/files-vocabulary.ts';
import type { BucketObject } from '../ports/files/buckets.ts';
import { measure } from '../ports/files/inspect-stream.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import { otherHash, otherSize } from '../ports/rest-backend/errors.ts';
import { openPart } from '../ports/rest-backend/open-part.ts';
import type { Services } from '../services.ts';
import { placeWords } from './named-files.ts';

/** What a document says of its bytes; other programs leave out everything but the address. */
export interface NamedBytes {
  url: string;
  contentType: string;
  /** 0 when nobody wrote it down. */
  bytes: bigint | number;
  sha256: string;
}

interface BytesPart {
  /** Range header. */
  range?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Bytes that a document names, wherever they lie: with the REST backend, or in a bucket that the settings name. */
export interface StoredBytes {
  /** As the document says, else the bucket. */
  contentType: string;
  /** The same; 0 when nobody wrote it down. */
  bytes: number;
  /** As the document says it; null where it does not. */
  sha256: string | null;
  /** How many there are, where that is known without reading any. */
  size: number | null;
  /** The same for the same content: its hash, or where it lies and which of those that lay there. Hexadecimal. */
  content: string;
  /** Errors: `not-found`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`. */
  open(part?: BytesPart): Promise<AssetResponse>;
}

/**
 * The one way to stored bytes. null where the address names nothing that the portal opens; no request goes to an address itself, whatever it is.
 * Errors, for what lies in a bucket: `not-found`, `backend-failed`, `unavailable`.
 */
export async function findStored(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes): Promise<StoredBytes | null> {
  const place = placeOf(file.url);
  if (place?.kind !== 'asset') return findInBucket(services, file);
  const { filename } = place;
  const { url, contentType } = file;
  const { bytes, sha256 } = saidIn(file);
  const open = (part: BytesPart = {}) =>
    services.restBackend.openAsset({ ...part, filename, bytes: bytes || undefined }).catch((error: unknown) => {
      throw isElsewhere(url) && error instanceof AppError && error.code === 'not-found' ? notOpened(url, 'ya no existe, o está') : error;
    });
  return { contentType, bytes, sha256, size: null, content: sha256 ?? markOf(url), open };
}

const saidIn = ({ bytes, sha256 }: NamedBytes) => ({ bytes: Number(bytes), sha256: SHA256.test(sha256) ? sha256 : null });

/** The same of buckets alone. */
export async function findInBucket({ buckets }: Pick<Services, 'buckets'>, file: NamedBytes): Promise<StoredBytes | null> {
  const place = placeOf(file.url);
  const object = place?.kind === 'bucket' ? await buckets.find(place) : null;
  if (place?.kind !== 'bucket' || !object) return null;
  const { bytes, sha256 } = saidIn(file);
  return {
    contentType: file.contentType || typeOf(object, place.object),
    bytes: bytes || object.bytes,
    sha256,
    size: object.bytes,
    content: sha256 ?? markOf(`${file.url}\n${object.generation}`),
    async open(part = {}) {
      if (bytes !== 0 && bytes !== object.bytes) throw otherSize(object.bytes, bytes);
      return openPart(object, part);
    },
  };
}

/** The same for a person who may have the file. Errors: those of findStored, `not-found` also where the portal opens no such address. */
export async function requireStored(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes): Promise<StoredBytes> {
  const stored = await findStored(services, file);
  if (stored) return stored;
  throw notOpened(file.url);
}

/** An address that some backends give to their files, and that most who write it mean to be visited. */
const isElsewhere = (url: string) => ![null, 'el portal'].includes(placeWords(url));

/** @param is what one knows of the file: a backend that names another host for its own files says no more of one that it has removed */
function notOpened(url: string, is = 'está'): AppError {
  const place = placeWords(url);
  return new AppError('not-found', 'an address that is not opened', {
    userMessage: `El archivo ${is} en un lugar que el portal no abre${place === null ? '' : ` (${place})`}. Avise a Informática.`,
  });
}

/**
 * Looks whether what is there is what its document says: its size, and its hash where it says one, for which all of it is read.
 * Errors: those of `open`, `backend-failed` with both values.
 * @returns whether all was read
 */
export async function requireAsSaid(stored: StoredBytes, said: Pick<NamedBytes, 'bytes'>): Promise<boolean> {
  const { size, sha256 } = stored;
  const bytes = Number(said.bytes);
  const requireSize = (found: number) => {
    if (bytes !== 0 && found !== bytes) throw otherSize(found, bytes);
  };
  if (size !== null) requireSize(size);
  // Who may look at an object of a bucket may read it.
  if (size !== null && sha256 === null) return false;
  const asset = await stored.open(sha256 === null ? { range: 'bytes=0-0' } : {}).catch((error: unknown) => {
    // An empty file lacks its first byte.
    if (!(error instanceof AppError) || error.details?.['status'] !== 416) throw error;
  });
  try {
    const total = asset ? (asset.contentRange?.split('/')[1] ?? asset.contentLength) : 0;
    if (total !== null && total !== '*') requireSize(Number(total));
    if (!asset || sha256 === null) return false;
    const differs = (found: string) => otherHash(found, sha256);
    const { body } = measure(asset.body, {
      maxBytes: Infinity,
      tooLarge: () => new Error('no file is larger'),
      sha256: { expected: sha256, differs },
    });
    await finished(body.resume());
    return true;
  } finally {
    asset?.body.destroy();
  }
}

/** Programs that say no type of what they store have Google say this one. */
const UNTYPED = 'application/octet-stream';

function typeOf({ contentType }: BucketObject, name: string): string {
  if (contentType !== '' && contentType !== UNTYPED) return contentType;
  return fileTypeOf(fileExtension(name))?.contentType ?? contentType;
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex');
