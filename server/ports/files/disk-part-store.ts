import { once } from 'node:events';
import { constants, mkdir, open, opendir, readdir, rename, rm, stat, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newDocumentId } from '../../platform/document-id.ts';
import { isAssetKey } from './asset-name.ts';
import { whenMissing } from './disk-file-store.ts';
import { invalidKey, storageUnavailable } from './file-store.ts';
import { openToRead } from './open-to-read.ts';
import { partMissing, type PartStore } from './part-store.ts';

/** Where parts are written, and what that is called while it is taken as a whole. */
const GROWING = 'growing';
const WHOLE = 'whole';
/** What a part that has come is called, and one that is being written: `3`, `3.<id>`. */
const COME = /^\d+$/;
const BEING_WRITTEN = /^\d+\./;

/**
 * Parts in one folder of this machine: a folder for each upload, its parts written once, each at its place in one file, which the
 * store of whole files takes over as it is.
 *
 * Who writes says so before it opens the file, and no longer once it has closed it. To take the file renames it first: after that
 * nobody opens it to write, and whoever still does is seen. Then, or when a process was killed while it wrote, what was taken is
 * copied instead of taken over, so that no stored byte can change after it was looked at.
 */
export function createDiskPartStore(directory: string): PartStore {
  const folderOf = (id: string): string => {
    if (!isAssetKey(id)) throw invalidKey(id);
    return path.join(directory, id);
  };

  return {
    async put(id, { number, start }, body) {
      const folder = folderOf(id);
      const come = path.join(folder, String(number));
      const writing = `${come}.${newDocumentId()}`;
      let failure: unknown;
      body.once('error', (error) => (failure = error));
      try {
        await mkdir(folder, { recursive: true });
        await rename(come, writing).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          await writeFile(writing, '', { flag: 'wx' });
        });
        const file = (await openGrowing(folder)).createWriteStream({ start, flush: true });
        await pipeline(body, file).finally(() => file.closed || once(file, 'close'));
        await rename(writing, come);
      } catch (error) {
        await rm(writing, { force: true }).catch(() => undefined);
        // The stream's own failure is passed on as it is: the caller put the reason there.
        throw failure ?? storageUnavailable(error);
      }
    },
    async drop(id, part) {
      await rm(path.join(folderOf(id), String(part)), { force: true });
    },
    async takeWhole(id, { count, bytes }) {
      const folder = folderOf(id);
      const [growing, whole] = [path.join(folder, GROWING), path.join(folder, WHOLE)];
      const names = await readdir(folder).catch(whenMissing<string[]>([]));
      if (names.filter((name) => COME.test(name) && Number(name) < count).length < count) throw partMissing(id);
      // Where there is none to rename, a process that was killed has left what it took.
      await rename(growing, whole).catch(whenMissing(undefined));
      const taken = await stat(whole).catch(whenMissing(null));
      if (!taken) throw partMissing(id);
      const mayChange = taken.nlink > 1 || (await readdir(folder)).some((name) => BEING_WRITTEN.test(name));
      if (!mayChange) await truncate(whole, bytes);
      return {
        body: await openToRead(whole, { start: 0, end: bytes - 1 }),
        settled: mayChange ? null : { location: whole },
        async giveBack() {
          const { nlink } = await stat(whole);
          // What a stored file has become may not be written to again.
          await (nlink === 1 ? rename(whole, growing) : rm(whole));
        },
      };
    },
    async delete(id) {
      // A part that is still being written may make its file again in between.
      await rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 });
    },
    async *list() {
      const entries = await opendir(directory).catch(whenMissing(null));
      if (!entries) return;
      for await (const { name } of entries) {
        const found = isAssetKey(name) ? await stat(path.join(directory, name)).catch(whenMissing(null)) : null;
        if (found) yield { id: name, modifiedAt: found.mtime };
      }
    },
  };
}

/** Made by whichever part comes first; not while the file is taken as a whole. */
async function openGrowing(folder: string): Promise<FileHandle> {
  const growing = path.join(folder, GROWING);
  try {
    return await open(growing, 'r+');
  } catch (error) {
    if ((await readdir(folder)).includes(WHOLE)) throw error;
    // Another part may make it at the same moment.
    return open(growing, constants.O_RDWR | constants.O_CREAT);
  }
}
