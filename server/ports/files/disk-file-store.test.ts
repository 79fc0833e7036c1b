import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../domain/errors.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { newAssetKey } from './asset-name.ts';
import { createFileStores } from './create-file-store.ts';
import type { FileStore } from './file-store.ts';
import { createDiskFileStore, removeAbandonedPieces } from './disk-file-store.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

const everything = async () => (await readdir(directory, { recursive: true })).sort();

describe('the disk file store', () => {
  it('stores a file under its key and reads back all of it or a range', async () => {
    const files = createDiskFileStore(directory);
    const key = newAssetKey({ agencyId: 'central', extension: 'txt' });
    await files.put(key, Readable.from([Buffer.from('abc'), Buffer.from('def')]), { contentType: 'text/plain' });
    expect(await files.stat(key)).toMatchObject({ bytes: 6 });
    expect((await buffer(await files.open(key))).toString()).toBe('abcdef');
    expect((await buffer(await files.open(key, { start: 2, end: 3 }))).toString()).toBe('cd');
    expect(await readFile(path.join(directory, key), 'utf8')).toBe('abcdef');
    await files.delete(key);
    await files.delete(key);
    expect(await files.stat(key)).toBeNull();
    await expect(files.open(key)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves no file behind when a stream fails, and rejects with the stream’s error', async () => {
    const before = await everything();
    const reason = new AppError('too-large', 'limit', { userMessage: 'x' });
    const files = createDiskFileStore(directory);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(200_000);
        throw reason;
      })(),
    );
    await expect(files.put('roto.bin', broken, { contentType: 'x' })).rejects.toBe(reason);
    const closed = new Readable({ read: () => undefined });
    const put = files.put('cerrado.bin', closed, { contentType: 'x' });
    closed.destroy();
    await expect(put).rejects.toMatchObject({ code: 'unavailable' });
    expect((await everything()).filter((name) => name !== '.incoming')).toEqual(before.filter((name) => name !== '.incoming'));
  });

  it.each([
    '../x',
    '..\\x',
    '/etc/passwd',
    'a/b',
    '.incoming',
    '',
    '.',
    '..',
    'a\0.txt',
    '%2e%2e%2fx',
    'x'.repeat(300),
    'a.',
    'a..txt',
    '.env',
  ])('refuses the key %j', async (key) => {
    const files = createDiskFileStore(directory);
    await expect(files.put(key, Readable.from(['x']), { contentType: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(files.open(key)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('removes leftover partial files of killed processes only once they are old', async () => {
    const incoming = path.join(directory, '.incoming');
    await mkdir(incoming, { recursive: true });
    for (const name of ['old', 'young']) await writeFile(path.join(incoming, name), 'x');
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
    await utimes(path.join(incoming, 'old'), twoDaysAgo, twoDaysAgo);
    expect(await removeAbandonedPieces(directory, 24 * 3_600_000)).toBe(1);
    expect(await readdir(incoming)).toEqual(['young']);
    expect(await removeAbandonedPieces(path.join(directory, 'nowhere'), 0)).toBe(0);
  });

  it('writes one ping at a time to a folder that does not answer', async () => {
    const waiting: (() => void)[] = [];
    const files = createDiskFileStore(directory, () => new Promise((resolve) => waiting.push(resolve)));
    const pings = [files.ping(), files.ping(), files.ping()];
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    await Promise.all(pings);
    void files.ping();
    expect(waiting).toHaveLength(2);
  });

  it('rejects a ping with unavailable when its folder cannot be written', async () => {
    const file = path.join(directory, 'not-a-folder');
    await createDiskFileStore(directory).put('not-a-folder', Readable.from(['x']), { contentType: 'x' });
    await expect(createDiskFileStore(file).ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(createDiskFileStore(directory).ping()).resolves.toBeUndefined();
    expect((await stat(file)).isFile()).toBe(true);
  });
});

describe('the folder of a portal', () => {
  const put = (files: FileStore) => files.put('uno.txt', Readable.from(['x']), { contentType: 'x' });
  const unmounted = { code: 'unavailable', cause: { message: expect.stringContaining('Monte su disco') as string } };

  it('is made once; without its mark nothing is written, found missing or listed until the disk is there again', async () => {
    const { sql } = await createTestDatabase();
    const folder = path.join(directory, 'mounted', 'files');
    const openStores = () => createFileStores({ files: { kind: 'disk', directory: folder }, firebase: null }, sql);
    // Web and worker of a new installation start at the same time.
    const [{ files, uploadParts }, others] = [await openStores(), await openStores()];
    await Promise.all([files.ping(), others.files.ping()]);
    await put(files);
    for (const isThere of [true, false]) {
      await rename(folder, path.join(directory, 'unmounted'));
      if (isThere) await mkdir(folder);
      const restarted = await openStores();
      for (const store of [files, restarted.files, restarted.exportFiles]) {
        await expect(store.ping()).rejects.toMatchObject(unmounted);
        await expect(put(store)).rejects.toMatchObject(unmounted);
        await expect(store.open('uno.txt')).rejects.toMatchObject(unmounted);
        await expect(store.stat('uno.txt')).rejects.toMatchObject(unmounted);
        await expect(store.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(unmounted);
      }
      await expect(uploadParts.put('una', { number: 0, start: 0 }, Readable.from(['x']))).rejects.toMatchObject({ code: 'unavailable' });
      expect(await readdir(path.dirname(folder), { recursive: true })).toEqual(isThere ? ['files'] : []);
      await rm(folder, { recursive: true, force: true });
      await rename(path.join(directory, 'unmounted'), folder);
      await restarted.files.ping();
    }
    expect((await files.stat('uno.txt'))?.bytes).toBe(1);
  });

  it('is taken over with its files and their mark by a database that knows none, and refused with that of another portal', async () => {
    const folder = path.join(directory, 'taken');
    const openFiles = async (sql: Sql) =>
      (await createFileStores({ files: { kind: 'disk', directory: folder }, firebase: null }, sql)).files;
    const [first, second, third] = [await createTestDatabase(), await createTestDatabase(), await createTestDatabase()];
    await mkdir(folder);
    await writeFile(path.join(folder, 'uno.txt'), 'x');
    await put(await openFiles(first.sql));
    await put(await openFiles(second.sql));
    await third.sql.query(`INSERT INTO files_folder (mark) VALUES ('otra')`);
    await expect(put(await openFiles(third.sql))).rejects.toMatchObject(unmounted);
  });
});

it('makes unique keys without unsafe characters from the agency id', () => {
  const now = new Date('2026-11-19T12:00:00Z');
  const key = newAssetKey({ agencyId: '../ag 01/..', extension: 'pdf', now });
  expect(key).toMatch(/^ag01-202611-[A-Za-z0-9]{20}\.pdf$/);
  expect(newAssetKey({ agencyId: '../ag 01/..', extension: 'pdf', now })).not.toBe(key);
});
