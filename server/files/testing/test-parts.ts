import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createDiskFileStore } from '../disk-file-store.ts';
import type { FileStore } from '../file-store.ts';
import { afterFile } from '../../testing/after-file.ts';

/** A place for parts of uploads that goes with the test. */
export async function createTestParts(): Promise<FileStore> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-partes-'));
  afterFile(() => rm(directory, { recursive: true, force: true }));
  return createDiskFileStore(directory);
}
