import { once } from 'node:events';
import { constants, mkdir, open, opendir, readdir, rename, rm, stat, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newDocumentId } from '../../platform/document-id.ts';
import { isAssetKey } from './asset-name.ts';
import { whenMissing } from './disk-file-store.ts';
import type { RequireFolder } from './files-folder.ts';
import { invalidKey, storageUnavailable } from './file-store.ts';
import { openToRead } from './open-to-read.ts';
import { partMissing, type PartStore } from './part-store.ts';

/** Name of the file that parts are written to, and its name while it is taken as a whole. */
const GROWING = 'growing';
const WHOLE = 'whole';
/** Marker files of a finished part and of one being written: `3`, `3.<id>`. */
const FINISHED_PART = /^\d+$/;
const BEING_WRITTEN = /^\d+\./;

/**
 * Parts in one folder of this machine: one folder per upload, each part written once, at its position in a single file, which the file
 * store takes over without copying.
 *
 * A writer announces itself before it opens the file, until it has closed it. Taking the file renames it first: afterwards no writer can
 * open it, and any that is still writing is detected. In that case, or when a process was killed while writing, the file is copied rather
 * than taken over, so that no stored byte can change after it was inspected.
 */
export function createDiskPartStore(directory: string, requireFolder: RequireFolder = () => Promise.resolve()): PartStore {
  const folderOf = (id: string): string => {
    if (!isAssetKey(id)) throw invalidKey(id);
    return path.join(directory, id);
  };

  return {
    async put(id, { number, start }, body) {
      const folder = folderOf(id);
      const finished = path.join(folder, String(number));
      const writing = `${finished}.${newDocumentId()}`;
      let failure: unknown;
      body.once('error', (error) => (failure = error));
      try {
        await requireFolder();
        await mkdir(folder, { recursive: true });
        await rename(finished, writing).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          await writeFile(writing, '', { flag: 'wx' });
        });
        const file = (await openGrowing(folder)).createWriteStream({ start, flush: true });
        await pipeline(body, file).finally(() => file.closed || once(file, 'close'));
        await rename(writing, finished);
      } catch (error) {
        await rm(writing, { force: true }).catch(() => undefined);
        // The stream's own error is passed on unchanged: the caller put the reason there.
        throw failure ?? storageUnavailable(error);
      }
    },
    async drop(id, part) {
      await rm(path.join(folderOf(id), String(part)), { force: true });
    },
    async takeWhole(id, { count, bytes }) {
      const folder = folderOf(id);
      const [growing, whole] = [path.join(folder, GROWING), path.join(folder, WHOLE)];
      await requireFolder();
      const names = await readdir(folder).catch(whenMissing<string[]>([]));
      if (names.filter((name) => FINISHED_PART.test(name) && Number(name) < count).length < count) throw partMissing(id);
      // Nothing to rename if a killed process had already taken it.
      await rename(growing, whole).catch(whenMissing(undefined));
      const wholeStat = await stat(whole).catch(whenMissing(null));
      if (!wholeStat) throw partMissing(id);
      const mayChange = wholeStat.nlink > 1 || (await readdir(folder)).some((name) => BEING_WRITTEN.test(name));
      if (!mayChange) await truncate(whole, bytes);
      return {
        body: await openToRead(whole, { start: 0, end: bytes - 1 }),
        settled: mayChange ? null : { location: whole },
        async restoreParts() {
          const { nlink } = await stat(whole);
          // A file that has become a stored file must not be written to again.
          await (nlink === 1 ? rename(whole, growing) : rm(whole));
        },
      };
    },
    async delete(id) {
      // A part still being written may recreate its file in between.
      await rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 });
    },
    async *list() {
      await requireFolder();
      const entries = await opendir(directory).catch(whenMissing(null));
      if (!entries) return;
      for await (const { name } of entries) {
        const found = isAssetKey(name) ? await stat(path.join(directory, name)).catch(whenMissing(null)) : null;
        if (found) yield { id: name, modifiedAt: found.mtime };
      }
    },
  };
}

/** Created by whichever part comes first, but not while the file is being taken as a whole. */
async function openGrowing(folder: string): Promise<FileHandle> {
  const growing = path.join(folder, GROWING);
  try {
    return await open(growing, 'r+');
  } catch (error) {
    if ((await readdir(folder)).includes(WHOLE)) throw error;
    // Another part may create it at the same moment.
    return open(growing, constants.O_RDWR | constants.O_CREAT);
  }
}
