import { link, mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newDocumentId } from '../../platform/document-id.ts';
import { isAssetKey } from './asset-name.ts';
import { fileNotFound, invalidKey, storageUnavailable, toStream, type FileStore } from './file-store.ts';
import type { RequireFolder } from './files-folder.ts';
import { openToRead } from './open-to-read.ts';

/** Files still arriving; on the same disk, so that the final rename is atomic. */
const INCOMING = '.incoming';

/**
 * Files in one folder of this machine, or of a volume that all web processes share.
 * @param requireFolder asked before anything is written, and before a file is said to be missing
 */
export function createDiskFileStore(directory: string, requireFolder: RequireFolder = () => Promise.resolve()): FileStore {
  const locate = (key: string): string => {
    if (!isAssetKey(key)) throw invalidKey(key);
    return path.join(directory, key);
  };
  let pinging: Promise<void> | null = null;
  const writeProbe = async (): Promise<void> => {
    await requireFolder();
    try {
      // Writes a byte rather than only checking access, which succeeds on a full disk.
      const probe = path.join(directory, INCOMING, `ping-${newDocumentId()}`);
      await mkdir(path.dirname(probe), { recursive: true });
      await writeFile(probe, '.').finally(() => rm(probe, { force: true }));
    } catch (error) {
      throw storageUnavailable(error);
    }
  };

  return {
    async put(key, content) {
      const location = locate(key);
      await requireFolder();
      if ('location' in content && (await linked(content.location, location))) return;
      const incoming = path.join(directory, INCOMING, newDocumentId());
      const body = await toStream(content);
      try {
        await write(incoming, body);
        await rename(incoming, location);
      } catch (error) {
        if (body !== content) body.destroy();
        await rm(incoming, { force: true });
        throw error;
      }
    },
    async open(key, range) {
      const location = locate(key);
      const found = await stat(location).catch(whenMissing(null));
      if (!found?.isFile()) {
        await requireFolder();
        throw fileNotFound(key);
      }
      return openToRead(location, range);
    },
    async stat(key) {
      const found = await stat(locate(key)).catch(whenMissing(null));
      if (found?.isFile()) return { bytes: found.size, modifiedAt: found.mtime };
      await requireFolder();
      return null;
    },
    async delete(key) {
      await requireFolder();
      await rm(locate(key), { force: true });
    },
    async *list(prefix) {
      await requireFolder();
      const entries = await opendir(directory).catch(whenMissing(null));
      if (!entries) return;
      for await (const entry of entries) {
        if (!entry.isFile() || !entry.name.startsWith(prefix) || !isAssetKey(entry.name)) continue;
        const found = await stat(path.join(directory, entry.name)).catch(whenMissing(null));
        if (found) yield { key: entry.name, bytes: found.size, modifiedAt: found.mtime };
      }
    },
    // At most one: each that hangs blocks one of Node's four threads, and four of them the whole process.
    ping: () => (pinging ??= writeProbe().finally(() => (pinging = null))),
  };
}

/** Whether a hard link could be made: not across disks, nor on file systems without hard links. */
async function linked(from: string, to: string): Promise<boolean> {
  await mkdir(path.dirname(to), { recursive: true }).catch(() => undefined);
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Flushed to disk before it gets its name: acknowledged files survive a power cut. */
async function write(location: string, body: Readable): Promise<void> {
  let failure: unknown;
  body.once('error', (error) => (failure = error));
  try {
    await mkdir(path.dirname(location), { recursive: true });
    // Opened first: nothing may be left there for a body that has already failed.
    const file = await open(location, 'wx');
    await pipeline(body, file.createWriteStream({ flush: true }));
  } catch (error) {
    // The stream's own error is passed on unchanged: the caller put the reason there.
    throw failure ?? storageUnavailable(error);
  }
}

/**
 * Removes leftovers of uploads whose process was killed. Younger pieces may still be in use by another process.
 * @param olderThanMs a day leaves room for the slowest upload
 */
export function removeAbandonedPieces(directory: string, olderThanMs: number): Promise<number> {
  return removeOldFiles(path.join(directory, INCOMING), olderThanMs);
}

/** @returns how many were removed; 0 for a missing folder */
export async function removeOldFiles(directory: string, olderThanMs: number): Promise<number> {
  const names = await readdir(directory).catch(whenMissing<string[]>([]));
  let removed = 0;
  for (const name of names) {
    const found = await stat(path.join(directory, name)).catch(whenMissing(null));
    if (!found?.isFile() || Date.now() - found.mtimeMs < olderThanMs) continue;
    await rm(path.join(directory, name), { force: true });
    removed += 1;
  }
  return removed;
}

export function whenMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return value;
    throw storageUnavailable(error);
  };
}
