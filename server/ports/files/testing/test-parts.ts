import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterFile } from '../../../testing/after-file.ts';
import { createDiskFileStore } from '../disk-file-store.ts';
import { createDiskPartStore } from '../disk-part-store.ts';
import type { FileStore } from '../file-store.ts';
import type { PartStore } from '../part-store.ts';

/** File storage that is removed with the test. */
export async function createTestFiles(): Promise<FileStore> {
  return createDiskFileStore(await testDirectory());
}

/** A store for parts of uploads, removed after the test. */
export async function createTestParts(): Promise<PartStore> {
  return createDiskPartStore(await testDirectory());
}

async function testDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-archivos-'));
  afterFile(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
