import { createHash } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import { fileTypeOf } from '../domain/file-types.ts';
import { fileExtension, SHA256 } from '../domain/files-vocabulary.ts';
import type { BucketObject } from '../ports/files/buckets.ts';
import { placeOf } from '../ports/files/stored-place.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import { backendFailed } from '../ports/rest-backend/errors.ts';
import { openPart } from '../ports/rest-backend/open-part.ts';
import type { Services } from '../services.ts';

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
  /** The same for the same content: its hash, or where it lies and which of those that lay there. Hexadecimal. */
  content: string;
  /** Errors: `not-found`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`. */
  open(part?: BytesPart): Promise<AssetResponse>;
}

/**
 * The one way to stored bytes. null where the address names nothing that the portal opens; no request goes to an address itself, whatever it is.
 * Errors, for what lies in a bucket: `not-found`, `backend-failed`, `unavailable`.
 */
export async function findStored(
  { restBackend, buckets }: Pick<Services, 'buckets' | 'restBackend'>,
  { url, contentType, ...file }: NamedBytes,
): Promise<StoredBytes | null> {
  const place = placeOf(url);
  const bytes = Number(file.bytes);
  const sha256 = SHA256.test(file.sha256) ? file.sha256 : null;
  if (place?.kind === 'asset') {
    const { filename } = place;
    const open = (part: BytesPart = {}) => restBackend.openAsset({ ...part, filename, bytes: bytes || undefined });
    return { contentType, bytes, sha256, content: sha256 ?? markOf(url), open };
  }
  const object = place && (await buckets.find(place));
  if (!object) return null;
  return {
    contentType: contentType || typeOf(object, place.object),
    bytes: bytes || object.bytes,
    sha256,
    content: sha256 ?? markOf(`${url}\n${object.generation}`),
    async open(part = {}) {
      if (bytes !== 0 && bytes !== object.bytes) throw backendFailed(`a bucket has ${object.bytes} bytes where a document says ${bytes}`);
      return openPart(object, part);
    },
  };
}

/** The same for a person who may have the file. Errors: those of findStored, `not-found` also where the portal opens no such address. */
export async function requireStored(services: Pick<Services, 'buckets' | 'restBackend'>, file: NamedBytes): Promise<StoredBytes> {
  const stored = await findStored(services, file);
  if (stored) return stored;
  throw new AppError('not-found', 'an address that is not opened', {
    userMessage: 'El archivo está en un lugar que el portal no abre. Avise a Informática.',
  });
}

/** Programs that say no type of what they store have Google say this one. */
const UNTYPED = 'application/octet-stream';

function typeOf({ contentType }: BucketObject, name: string): string {
  if (contentType !== '' && contentType !== UNTYPED) return contentType;
  return fileTypeOf(fileExtension(name))?.contentType ?? contentType;
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex');
