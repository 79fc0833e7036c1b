import type { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { openToRead } from './open-to-read.ts';

interface ListedFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** Bytes already on a disk of this machine, flushed, and never written to again. */
export interface LocalFile {
  location: string;
}

/** Storage of files: a disk folder or a cloud bucket. Keys are opaque, generated here, and contain no slashes. */
export interface FileStore {
  /**
   * Writes the whole stream; a failing stream leaves nothing behind, and `put` rejects with its error. A file already on the same disk is
   * hard-linked instead of copied; its first name stays.
   */
  put(key: string, content: Readable | LocalFile, options: { contentType: string }): Promise<void>;
  /** Bytes from `start` to `end`, both inclusive; without a range the whole file. Fails with `not-found`. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** null for a missing file. */
  stat(key: string): Promise<{ bytes: number; modifiedAt: Date } | null>;
  delete(key: string): Promise<void>;
  /** All files whose key has this prefix, in no order; concurrently added or removed ones may be missing. */
  list(prefix: string): AsyncIterable<ListedFile>;
  ping(): Promise<void>;
}

export async function toStream(content: Readable | LocalFile): Promise<Readable> {
  return 'location' in content ? openToRead(content.location) : content;
}

/** Deletes all files whose key has this prefix. @returns how many */
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
