import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newDocumentId } from '../platform/document-id.ts';
import { AppError } from '../domain/errors.ts';
import { fileTypeOfContent } from '../domain/file-types.ts';
import { measure } from '../ports/files/inspect-stream.ts';
import { cannotShow } from './cannot-show.ts';
import type { Original } from './original.ts';
import { partsLocation } from './render-job.ts';
import { OWNER_ONLY } from '../platform/owner-only.ts';
import { temporaryPrefix } from '../platform/temporary-folders.ts';

const MEGABYTE = 1024 * 1024;
/** A process holds a whole document in memory twice: as read from disk, and inside the module that renders it. */
const MAX_BYTES = 128 * MEGABYTE;
/** Of a text or CSV, only this much is read. */
const TEXT_BYTES = 16 * MEGABYTE;
/** Limit for all copies on disk, in use or waiting for the next page. */
const COPIES_BYTES_MAX = 256 * MEGABYTE;
const COPY_RETENTION_MS = 60_000;

const PREFIX = temporaryPrefix('paginas');

/** All copies of this process and files beside them, as a path pattern for isolated processes. */
export const ORIGINALS = `${PREFIX}*`;

interface LocalCopy {
  location: string;
  /** False: only the beginning of a longer file. */
  isWhole: boolean;
  bytes: number;
}

/**
 * Local copies of stored files, fetched once for several page requests in a row. A copy unused for a minute is removed, and the
 * oldest ones before the total would exceed 256 MB. Copies in use are never removed, but there are at most as many as rendering
 * processes.
 */
export interface Originals {
  /**
   * Gives `use` the file for as long as it runs. Errors: `unsupported-type` (too big to be shown), `backend-failed` (the
   * bytes are not those that were stored), those of `open` and of `use`.
   */
  use<Result>(original: Original, use: (copy: LocalCopy) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Entry {
  copy: Promise<LocalCopy>;
  users: number;
  /** The announced size, or the limit; the actual size once the file is there. */
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

export function createOriginals(): Originals {
  const directory = onceMade(() => mkdtemp(PREFIX));
  /** Least recently used first. */
  const entries = new Map<string, Entry>();

  async function remove(identity: string, entry: Entry): Promise<void> {
    if (entries.get(identity) === entry) entries.delete(identity);
    clearTimeout(entry.timer);
    await entry.copy.then(removeCopy).catch(() => undefined);
  }

  function release(identity: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || entries.get(identity) !== entry) return;
    entries.delete(identity);
    entries.set(identity, entry);
    entry.timer = setTimeout(() => void remove(identity, entry), COPY_RETENTION_MS).unref();
  }

  async function makeRoom(bytes: number): Promise<void> {
    let totalBytes = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, bytes);
    for (const [oldest, idle] of entries) {
      if (totalBytes <= COPIES_BYTES_MAX) return;
      if (idle.users > 0) continue;
      totalBytes -= idle.bytes;
      await remove(oldest, idle);
    }
  }

  function acquire(original: Original): Entry {
    const known = entries.get(original.identity);
    if (known) {
      clearTimeout(known.timer);
      known.users += 1;
      return known;
    }
    const bytes = Math.min(original.bytes || MAX_BYTES, MAX_BYTES);
    const fetched = makeRoom(bytes).then(() => directory.make());
    const entry: Entry = { users: 1, bytes, timer: undefined, copy: fetched.then((place) => fetchTo(place, original)) };
    entries.set(original.identity, entry);
    entry.copy.then(
      ({ bytes }) => (entry.bytes = bytes),
      // The next request retries.
      () => entries.delete(original.identity),
    );
    return entry;
  }

  return {
    async use(original, use) {
      const entry = acquire(original);
      try {
        return await use(await entry.copy);
      } finally {
        release(original.identity, entry);
      }
    },
    async close() {
      for (const { timer } of entries.values()) clearTimeout(timer);
      entries.clear();
      if (directory.made) await rm(await directory.made, { recursive: true, force: true });
    },
  };
}

function onceMade<Value>(make: () => Promise<Value>) {
  const state = { made: null as Promise<Value> | null, make: () => (state.made ??= make()) };
  return state;
}

async function fetchTo(directory: string, original: Original): Promise<LocalCopy> {
  const reader = fileTypeOfContent(original.contentType)?.reader;
  const maxBytes = reader === 'text' || reader === 'csv' ? TEXT_BYTES : MAX_BYTES;
  const isWhole = original.bytes <= maxBytes;
  if (!isWhole && maxBytes === MAX_BYTES) throw tooBig();
  // A new name each time, because the previous file may still be in removal.
  const location = path.join(directory, `${original.identity}-${newDocumentId()}`);
  const measured = measure(await original.open(isWhole ? undefined : { start: 0, end: maxBytes - 1 }), {
    maxBytes,
    tooLarge: tooBig,
    sha256: isWhole && original.sha256 !== null ? { expected: original.sha256, differs: () => changed(original.identity) } : undefined,
  });
  try {
    await pipeline(measured.body, createWriteStream(location, { mode: OWNER_ONLY.file }));
    return { location, isWhole, bytes: measured.result().bytes };
  } catch (error) {
    await rm(location, { force: true });
    throw error;
  }
}

async function removeCopy({ location }: LocalCopy): Promise<void> {
  await Promise.all([location, partsLocation(location)].map((file) => rm(file, { force: true })));
}

function tooBig(): AppError {
  return cannotShow(`El archivo es demasiado grande para mostrarse: el portal muestra hasta ${MAX_BYTES / MEGABYTE} MB.`);
}

function changed(identity: string): AppError {
  return new AppError('backend-failed', `stored bytes are not those of ${identity}`, {
    userMessage: 'El contenido guardado no es el que se cargó. Avise a Informática.',
  });
}
