import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHashingStream } from '../platform/hashing-stream.ts';
import { OWNER_ONLY } from '../platform/owner-only.ts';
import type { FileStore } from '../ports/files/file-store.ts';
import type { Cipher } from './cipher.ts';

/** All backups of a folder share their files, stored once under the hash of their content. */
export const BLOBS = 'files';

export interface BackedUpFile {
  /** Store of files: `files` or `reports`. */
  store: string;
  key: string;
  bytes: number;
  modifiedAt: string;
  /** Of its content, hex. */
  sha256: string;
}

export const blobName = (sha256: string, suffix: string): string => `${sha256}${suffix}`;

const locate = (folder: string, sha256: string, suffix: string) => path.join(folder, BLOBS, sha256.slice(0, 2), blobName(sha256, suffix));

export const blobExists = (folder: string, sha256: string, suffix: string): Promise<boolean> =>
  stat(locate(folder, sha256, suffix)).then(
    (found) => found.isFile(),
    () => false,
  );

/** Copies a file into the folder unless its content is there. @returns the hash of its content, and whether it was added */
export async function storeBlob(
  folder: string,
  files: FileStore,
  { key, cipher }: { key: string; cipher: Cipher },
): Promise<{ sha256: string; bytes: number; added: boolean }> {
  const incoming = path.join(folder, BLOBS, `.${randomUUID()}`);
  await mkdir(path.dirname(incoming), { recursive: true, mode: OWNER_ONLY.folder });
  try {
    const { through, sum, bytes } = createHashingStream();
    const reading = pipeline(await files.open(key), through);
    await Promise.all([
      reading,
      pipeline(await cipher.encrypt(through), createWriteStream(incoming, { flags: 'wx', flush: true, mode: OWNER_ONLY.file })),
    ]);
    const sha256 = sum();
    const location = locate(folder, sha256, cipher.sharedSuffix);
    const added = !(await blobExists(folder, sha256, cipher.sharedSuffix));
    if (added) {
      await mkdir(path.dirname(location), { recursive: true, mode: OWNER_ONLY.folder });
      await rename(incoming, location);
    }
    return { sha256, bytes: bytes(), added };
  } finally {
    await rm(incoming, { force: true });
  }
}

/**
 * The content of a file in the folder, verified while it is read: a stream with other content fails at its end. Nothing is opened before
 * that: an error would find no listener, and end the process.
 */
export function openBlob(
  folder: string,
  { sha256 }: BackedUpFile,
  { suffix, open }: { suffix: string; open: (content: Readable) => Promise<Readable> },
): Readable {
  const content = async function* (): AsyncIterable<Buffer> {
    const stored = createReadStream(locate(folder, sha256, suffix));
    const { through } = createHashingStream(sha256);
    const verifying = pipeline(suffix === '' ? stored : await open(stored), through);
    // Its error is also that of the reading below.
    verifying.catch(() => undefined);
    yield* through;
  };
  return Readable.from(content(), { objectMode: false });
}

/** Whether `open` has a key of a file in the folder; only its beginning is read. */
export async function canOpenBlob(
  folder: string,
  { sha256 }: BackedUpFile,
  { suffix, open }: { suffix: string; open: (content: Readable) => Promise<Readable> },
): Promise<boolean> {
  const stored = createReadStream(locate(folder, sha256, suffix));
  try {
    const content = await open(stored);
    content.on('error', () => undefined).destroy();
    return true;
  } catch {
    return false;
  } finally {
    stored.destroy();
  }
}

/** Removes partial files left by a killed process. The caller must hold the lease of backups. */
export async function removeIncoming(folder: string): Promise<void> {
  for (const name of await readdir(path.join(folder, BLOBS)).catch(() => []))
    if (name.startsWith('.')) await rm(path.join(folder, BLOBS, name), { force: true });
}

/** Removes all files except the named ones (blobName). @returns how many */
export async function removeBlobs(folder: string, { named, signal }: { named: ReadonlySet<string>; signal: AbortSignal }): Promise<number> {
  let removed = 0;
  for (const shelf of await readdir(path.join(folder, BLOBS)).catch(() => [])) {
    for (const name of await readdir(path.join(folder, BLOBS, shelf))) {
      signal.throwIfAborted();
      if (named.has(name)) continue;
      await rm(path.join(folder, BLOBS, shelf, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}
