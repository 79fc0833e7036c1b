import path from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { createBucketFileStore } from './bucket-file-store.ts';
import { createDiskFileStore, removeAbandonedPieces, removeOldFiles } from './disk-file-store.ts';
import { createDiskPartStore } from './disk-part-store.ts';
import type { FileStore } from './file-store.ts';
import { requireFolderOf } from './files-folder.ts';
import { createPartStore, type PartStore } from './part-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ABANDONED_AFTER_MS = DAY_MS;
/** A folder beside the files, found by everybody who shares them; no file key leads there. */
const PARTS = '.uploads';
/** The same for files of report runs: no asset address names them. */
const SNAPSHOTS = '.reports';
/** Pictures of pages: a cache evicted by last use. */
const DRAWN_PAGES = '.pages';
/** The same for large exports, which are kept for a day. */
const EXPORTS = '.exports';
const EXPORTS_ABANDONED_AFTER_MS = 7 * DAY_MS;

export interface FileStores {
  files: FileStore;
  uploadParts: PartStore;
  snapshotFiles: FileStore;
  exportFiles: FileStore;
  drawnPages: FileStore;
}

/** The configured stores. A bucket is accessed with the main project's account (required by config.ts). */
export async function createFileStores(config: Pick<Config, 'files' | 'firebase'>, sql: Sql): Promise<FileStores> {
  if (config.files.kind === 'disk') {
    const { directory } = config.files;
    const parts = path.join(directory, PARTS);
    const snapshots = path.join(directory, SNAPSHOTS);
    const exports = path.join(directory, EXPORTS);
    const drawn = path.join(directory, DRAWN_PAGES);
    await removeAbandonedPieces(directory, ABANDONED_AFTER_MS);
    await removeAbandonedPieces(snapshots, ABANDONED_AFTER_MS);
    await removeAbandonedPieces(exports, ABANDONED_AFTER_MS);
    await removeAbandonedPieces(drawn, ABANDONED_AFTER_MS);
    await removeOldFiles(exports, EXPORTS_ABANDONED_AFTER_MS);
    const requireFolder = requireFolderOf(directory, sql);
    return {
      files: createDiskFileStore(directory, requireFolder),
      uploadParts: createDiskPartStore(parts, requireFolder),
      snapshotFiles: createDiskFileStore(snapshots, requireFolder),
      exportFiles: createDiskFileStore(exports, requireFolder),
      drawnPages: createDiskFileStore(drawn, requireFolder),
    };
  }
  if (!config.firebase) throw new Error('a file bucket needs the main Firebase project');
  const place = { bucket: config.files.bucket, project: config.firebase.main };
  return {
    files: await createBucketFileStore(place),
    uploadParts: createPartStore(await createBucketFileStore({ ...place, folder: PARTS })),
    snapshotFiles: await createBucketFileStore({ ...place, folder: SNAPSHOTS }),
    exportFiles: await createBucketFileStore({ ...place, folder: EXPORTS }),
    drawnPages: await createBucketFileStore({ ...place, folder: DRAWN_PAGES }),
  };
}
