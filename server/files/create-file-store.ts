import type { Config } from '../config.ts';
import { createBucketFileStore } from './bucket-file-store.ts';
import { createDiskFileStore, removeAbandonedPieces } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** The store that the configuration names. A bucket is reached with the main project's account (config.ts demands it). */
export async function createFileStore(config: Pick<Config, 'files' | 'firebase'>): Promise<FileStore> {
  if (config.files.kind === 'disk') {
    await removeAbandonedPieces(config.files.directory, ABANDONED_AFTER_MS);
    return createDiskFileStore(config.files.directory);
  }
  if (!config.firebase) throw new Error('a file bucket needs the main Firebase project');
  return createBucketFileStore({ bucket: config.files.bucket, project: config.firebase.main });
}
