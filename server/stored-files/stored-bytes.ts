import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { AppError } from '../domain/errors.ts';
import { fileTypeOf } from '../domain/file-types.ts';
import { fileExtension, SHA256 } from '../domain/files-vocabulary.ts';
import type { BucketObject } from '../ports/files/buckets.ts';
import { measure } from '../ports/files/inspect-stream.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import { hashMismatch, sizeMismatch } from '../ports/rest-backend/errors.ts';
import { openPart } from '../ports/rest-backend/open-part.ts';
import type { Services } from '../services.ts';
import { describePlace } from './named-files.ts';

/** A document's statements about its bytes; other programs may store only the address. */
export interface NamedBytes {
  url: string;
  contentType: string;
  /** 0 when unknown. */
  bytes: bigint | number;
  sha256: string;
}

interface BytesPart {
  /** Range header. */
  range?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Bytes named by a document, stored by the REST backend, or in a bucket from the settings. */
export interface StoredBytes {
  /** From the document, else from the bucket. */
  contentType: string;
  /** From the document, else from the bucket; 0 when unknown. */
  bytes: number;
  /** From the document; null if it has none. */
  sha256: string | null;
  /** Actual size, where that is known without reading. */
  size: number | null;
  /** Identifies the content: its hash, or a hash of its location and generation. Hexadecimal. */
  content: string;
  /** Errors: `not-found`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`. */
  open(part?: BytesPart): Promise<AssetResponse>;
}

/**
 * The one way to stored bytes. null if the portal does not open the address; it never sends a request to an address itself. Errors, for
 * bucket objects: `not-found`, `backend-failed`, `unavailable`.
 */
export async function findStored(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes): Promise<StoredBytes | null> {
  const place = placeOf(file.url);
  if (place?.kind !== 'asset') return findInBucket(services, file);
  const { filename } = place;
  const { url, contentType } = file;
  const { bytes, sha256 } = statedFacts(file);
  const open = (part: BytesPart = {}) =>
    services.restBackend.openAsset({ ...part, filename, bytes: bytes || undefined }).catch((error: unknown) => {
      throw isElsewhere(url) && error instanceof AppError && error.code === 'not-found' ? notOpened(url, 'ya no existe, o está') : error;
    });
  return { contentType, bytes, sha256, size: null, content: sha256 ?? contentKey(url), open };
}

const statedFacts = ({ bytes, sha256 }: NamedBytes) => ({ bytes: Number(bytes), sha256: SHA256.test(sha256) ? sha256 : null });

/** As findStored, for buckets alone. */
export async function findInBucket({ buckets }: Pick<Services, 'buckets'>, file: NamedBytes): Promise<StoredBytes | null> {
  const place = placeOf(file.url);
  const object = place?.kind === 'bucket' ? await buckets.find(place) : null;
  if (place?.kind !== 'bucket' || !object) return null;
  const { bytes, sha256 } = statedFacts(file);
  return {
    contentType: file.contentType || typeOf(object, place.object),
    bytes: bytes || object.bytes,
    sha256,
    size: object.bytes,
    content: sha256 ?? contentKey(`${file.url}\n${object.generation}`),
    async open(part = {}) {
      if (bytes !== 0 && bytes !== object.bytes) throw sizeMismatch(object.bytes, bytes);
      return openPart(object, part);
    },
  };
}

/**
 * As findStored, for a person who may have the file. Errors: those of findStored, `not-found` also
 * where the portal does not open the address.
 */
export async function requireStored(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes): Promise<StoredBytes> {
  const stored = await findStored(services, file);
  if (stored) return stored;
  throw notOpened(file.url);
}

/** An address on another host: some backends give such addresses to their files, but most programs that store one mean a web page. */
const isElsewhere = (url: string) => ![null, 'el portal'].includes(describePlace(url));

/**
 * @param is what is known of the file: if the backend uses another host for its own files, a removed
 * one cannot be told from a foreign address
 */
function notOpened(url: string, is = 'está'): AppError {
  const place = describePlace(url);
  return new AppError('not-found', 'an address that is not opened', {
    userMessage: `El archivo ${is} en un lugar que el portal no abre${place === null ? '' : ` (${place})`}. Avise a Informática.`,
  });
}

/**
 * Checks that the stored bytes match their document: the size, and the hash if it has one, for which everything is read. Errors: those of
 * `open`, `backend-failed` with both values.
 * @returns whether everything was read
 */
export async function requireAsStated(stored: StoredBytes, statement: Pick<NamedBytes, 'bytes'>): Promise<boolean> {
  const { size, sha256 } = stored;
  const bytes = Number(statement.bytes);
  const requireSize = (found: number) => {
    if (bytes !== 0 && found !== bytes) throw sizeMismatch(found, bytes);
  };
  if (size !== null) requireSize(size);
  // In a bucket, permission to look up an object includes reading it.
  if (size !== null && sha256 === null) return false;
  const asset = await stored.open(sha256 === null ? { range: 'bytes=0-0' } : {}).catch((error: unknown) => {
    // An empty file has no first byte.
    if (!(error instanceof AppError) || error.details?.['status'] !== 416) throw error;
  });
  try {
    const total = asset ? (asset.contentRange?.split('/')[1] ?? asset.contentLength) : 0;
    if (total !== null && total !== '*') requireSize(Number(total));
    if (!asset || sha256 === null) return false;
    const differs = (found: string) => hashMismatch(found, sha256);
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

/** Google's default for objects stored without a type. */
const UNTYPED = 'application/octet-stream';

function typeOf({ contentType }: BucketObject, name: string): string {
  if (contentType !== '' && contentType !== UNTYPED) return contentType;
  return fileTypeOf(fileExtension(name))?.contentType ?? contentType;
}

const contentKey = (text: string) => createHash('sha256').update(text).digest('hex');
