import type { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { openToRead } from './open-to-read.ts';

interface ListedFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** Bytes that lie on a disk of this machine already, written through, and never written to again. */
export interface StoredHere {
  location: string;
}

/** Where bytes live: a disk folder or a cloud bucket. Keys are opaque, made by us, without slashes. */
export interface FileStore {
  /**
   * Writes the whole stream; a stream that fails leaves nothing behind, and its own error is what `put` rejects with. What lies on
   * the same disk is given another name there instead of being written again; its first name stays.
   */
  put(key: string, content: Readable | StoredHere, options: { contentType: string }): Promise<void>;
  /** Bytes from `start` to `end`, both inclusive; the whole file without a range. Fails with `not-found`. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** null when there is no such file. */
  stat(key: string): Promise<{ bytes: number; modifiedAt: Date } | null>;
  delete(key: string): Promise<void>;
  /** All files whose key begins so, in no order; those that come or go meanwhile may be missing. */
  list(prefix: string): AsyncIterable<ListedFile>;
  ping(): Promise<void>;
}

export async function toStream(content: Readable | StoredHere): Promise<Readable> {
  return 'location' in content ? openToRead(content.location) : content;
}

/** Lets go of all files whose key begins so. @returns how many there were */
export async function deleteByPrefix(files: Pick<FileStore, 'delete' | 'list'>, prefix: string): Promise<number> {
  let removed = 0;
  for await (const { key } of files.list(prefix)) {
    await files.delete(key);
    removed += 1;
  }
  return removed;
}

export function fileNotFound(key: string): AppError {
  return new AppError('not-found', `no stored file ${key.slice(0, 200)}`, { userMessage: 'El archivo ya no existe.' });
}

export function invalidKey(key: string): AppError {
  return new AppError('not-found', `not a storage key: ${JSON.stringify(key.slice(0, 200))}`, { userMessage: 'El archivo no existe.' });
}

export function storageUnavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'the file storage does not answer', {
    userMessage: 'El almacenamiento de archivos no está disponible. Intente de nuevo en unos minutos.',
    cause,
  });
}
