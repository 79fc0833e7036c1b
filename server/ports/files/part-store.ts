import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { deleteByPrefix, type FileStore, type LocalFile } from './file-store.ts';

/** Position of a part: its number, from 0, and the bytes before it. */
interface PartPlace {
  number: number;
  start: number;
}

/** A file whose parts have all arrived. */
export interface WholeFile {
  /** The bytes; can be read once. */
  body: Readable;
  /** Location of the file, when nobody writes to it any more and a store on the same disk may take it over without copying. */
  settled: LocalFile | null;
  /** To be called afterwards if the parts are still needed. */
  restoreParts(): Promise<void>;
}

/** Storage of files that arrive in parts, until they are complete, under ids like storage keys. */
export interface PartStore {
  /** Writes the whole stream. If it fails, neither it nor an earlier part with its number counts; `put` rejects with its error. */
  put(id: string, part: PartPlace, body: Readable): Promise<void>;
  /** Marks that part as missing. */
  drop(id: string, part: number): Promise<void>;
  /** The parts 0 to `count` - 1 as one file. Fails with `not-found` when one is missing. */
  takeWhole(id: string, file: { count: number; bytes: number }): Promise<WholeFile>;
  /** Deletes everything under the id. */
  delete(id: string): Promise<void>;
  /** Every id with stored parts, possibly repeated, with the time of arrival. */
  list(): AsyncIterable<{ id: string; modifiedAt: Date }>;
}

export function partMissing(id: string, cause?: unknown): AppError {
  return new AppError('not-found', `a part of ${id.slice(0, 200)} is not here`, { userMessage: 'Falta una parte del archivo.', cause });
}

/** For stores that cannot write several parts into one file: each part is a file, and they are read one after the other. */
export function createPartStore(files: FileStore): PartStore {
  const keyOf = (id: string, part: number) => `${id}-${part}`;
  async function* readAll(id: string, count: number): AsyncGenerator<Buffer> {
    for (let part = 0; part < count; part += 1) yield* (await files.open(keyOf(id, part))) as AsyncIterable<Buffer>;
  }
  return {
    put: (id, { number }, body) => files.put(keyOf(id, number), body, { contentType: 'application/octet-stream' }),
    drop: (id, part) => files.delete(keyOf(id, part)),
    async takeWhole(id, { count }) {
      const missing = new Set(Array.from({ length: count }, (_, part) => keyOf(id, part)));
      for await (const { key } of files.list(`${id}-`)) missing.delete(key);
      if (missing.size > 0) throw partMissing(id);
      return { body: Readable.from(readAll(id, count), { objectMode: false }), settled: null, restoreParts: () => Promise.resolve() };
    },
    delete: async (id) => void (await deleteByPrefix(files, `${id}-`)),
    async *list() {
      for await (const { key, modifiedAt } of files.list('')) yield { id: key.replace(/-\d{1,6}$/, ''), modifiedAt };
    },
  };
}
