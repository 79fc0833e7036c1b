import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a folder and those above it that are missing. Node's `recursive` never returns where mkdir answers ENOENT although the folder above
 * exists: in /proc, or behind a symbolic link that leads nowhere, as where a disk is not mounted.
 */
export async function makeFolder(folder: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(folder, options);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await isFolder(folder))) return;
    if (errorCode(error) !== 'ENOENT' || (await isFolder(path.dirname(folder)))) throw error;
    await makeFolder(path.dirname(folder), options);
    await makeFolder(folder, options);
  }
}

const isFolder = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
