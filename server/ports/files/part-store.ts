import { Readable } from 'node:stream';
import { AppError } from '../../domain/errors.ts';
import { deleteByPrefix, type FileStore, type StoredHere } from './file-store.ts';

/** A part of a file: its number, from 0, and the bytes before it. */
interface PartPlace {
  number: number;
  start: number;
}

/** A file whose parts have all arrived. */
export interface WholeFile {
  /** The bytes, to be read once. */
  body: Readable;
  /** Where they lie, when nobody writes there any more and a store of the same disk may take them over as they are. */
  settled: StoredHere | null;
  /** Afterwards, if the parts are still wanted. */
  giveBack(): Promise<void>;
}

/** Where files lie that arrive in parts, under ids like storage keys, until they are whole. */
export interface PartStore {
  /** Writes the whole stream. Of one that fails nothing counts, nor what had come under its number before; `put` rejects with its error. */
  put(id: string, part: PartPlace, body: Readable): Promise<void>;
  /** That part has not come. */
  drop(id: string, part: number): Promise<void>;
  /** The parts 0 to `count` - 1 as one. Fails with `not-found` when one of them is not here. */
  takeWhole(id: string, file: { count: number; bytes: number }): Promise<WholeFile>;
  /** Lets go of everything that came under the id. */
  delete(id: string): Promise<void>;
  /** Every id of which something is here, perhaps more than once, with the time when it came. */
  list(): AsyncIterable<{ id: string; modifiedAt: Date }>;
}

export function partMissing(id: string, cause?: unknown): AppError {
  return new AppError('not-found', `a part of ${id.slice(0, 200)} is not here`, { userMessage: 'Falta una parte del archivo.', cause });
}

/** Parts as files of their own in a store that makes no file of several: read one after the other when they are whole. */
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
      return { body: Readable.from(readAll(id, count), { objectMode: false }), settled: null, giveBack: () => Promise.resolve() };
    },
    delete: async (id) => void (await deleteByPrefix(files, `${id}-`)),
    async *list() {
      for await (const { key, modifiedAt } of files.list('')) yield { id: key.replace(/-\d{1,6}$/, ''), modifiedAt };
    },
  };
}
