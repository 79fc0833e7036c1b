import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { placeOf } from '../files/stored-place.ts';
import { PNG, TEXT } from '../files/testing/sample-files.ts';
import { afterFile } from '../../testing/after-file.ts';
import type { AssetResponse, Assets } from './assets.ts';

export interface AssetFixture {
  assets: Assets;
  /** Names of everything in the storage behind it, unfinished files included. */
  stored: () => Promise<string[]>;
}

/** What every reading of stored bytes does, wherever they lie. */
export interface ReadingFixture {
  /** @returns what names it */
  store(content: Buffer): Promise<string>;
  open(name: string, part?: { range?: string | undefined; signal?: AbortSignal }): Promise<AssetResponse>;
  /** What names no file. */
  nothing: readonly string[];
}

export function describeReading(start: () => Promise<ReadingFixture>): void {
  let fixture: ReadingFixture;
  beforeAll(async () => {
    fixture = await start();
  });
  const read = async (name: string, range?: string) => {
    const { body, ...head } = await fixture.open(name, { range });
    return { ...head, content: await buffer(body) };
  };

  it.each([1, 65_536, 3 * 1024 * 1024])('gives all of %s bytes', async (bytes) => {
    const content = randomBytes(bytes);
    const found = await read(await fixture.store(content));
    expect([found.status, found.contentLength, found.contentRange]).toEqual([200, bytes, null]);
    expect(found.content.equals(content)).toBe(true);
  });

  it('returns a requested range, or 416 with the file’s length when it is out of range', async () => {
    const name = await fixture.store(Buffer.from('0123456789'));
    expect(await read(name, 'bytes=2-4')).toMatchObject({
      status: 206,
      content: Buffer.from('234'),
      contentLength: 3,
      contentRange: 'bytes 2-4/10',
    });
    expect((await read(name, 'bytes=-2')).content.toString()).toBe('89');
    expect((await read(name, 'renglones=1-2')).status).toBe(200);
    await expect(read(name, 'bytes=10-')).rejects.toMatchObject({ details: { status: 416, contentRange: 'bytes */10' } });
  });

  it('answers not-found for unknown and malformed names', async () => {
    for (const name of fixture.nothing) await expect(fixture.open(name), name).rejects.toMatchObject({ code: 'not-found' });
  });

  it('ends the body when the reader aborts', async () => {
    const left = new AbortController();
    const { body } = await fixture.open(await fixture.store(Buffer.alloc(8 * 1024 * 1024, 65)), { signal: left.signal });
    const reading = buffer(body);
    left.abort();
    await expect(reading).rejects.toThrow();
  });
}

/** What every place for files does, in this process or behind HTTP. */
export function describeAssets(open: () => Promise<AssetFixture>): void {
  let fixture: AssetFixture;
  beforeAll(async () => {
    fixture = await open();
  });

  const upload = (content: Buffer | Readable, fileName = 'nota.txt', contentType = 'text/plain; charset=utf-8') =>
    fixture.assets.uploadAsset({
      body: Buffer.isBuffer(content) ? Readable.from([content]) : content,
      fileName,
      contentType,
      agencyId: 'central',
    });
  const read = async (filename: string) => {
    const { body, ...head } = await fixture.assets.openAsset({ filename });
    return { ...head, content: await buffer(body) };
  };

  describeReading(async () => ({
    store: async (content) => (await upload(content)).filename,
    open: (filename, part) => fixture.assets.openAsset({ filename, ...part }),
    nothing: ['nada.txt', '../nada.txt', '..', '.incoming', 'a/../../b', 'x'.repeat(400)],
  }));

  it('stores content under a generated name and reads it back unchanged', async () => {
    const first = await upload(TEXT, '../../etc/passwd.txt');
    const second = await upload(TEXT, '../../etc/passwd.txt');
    expect(first.filename).toMatch(/^central-\d{6}-\w{20}\.txt$/);
    expect(second.filename).not.toBe(first.filename);
    expect(placeOf(first.url)).toEqual({ kind: 'asset', filename: first.filename });
    const { content, lastModified, ...head } = await read(first.filename);
    expect(content).toEqual(TEXT);
    expect(head).toEqual({ status: 200, contentLength: TEXT.length, contentRange: null });
    expect(Math.abs(Date.parse(lastModified ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('stores a file by its local path and leaves the original in place', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-entero-'));
    afterFile(() => rm(directory, { recursive: true, force: true }));
    const location = path.join(directory, 'entero');
    await writeFile(location, TEXT);
    const whole = { body: { location }, fileName: 'nota.txt', contentType: 'text/plain; charset=utf-8', agencyId: 'central' };
    const { filename } = await fixture.assets.uploadAsset(whole);
    expect((await read(filename)).content).toEqual(TEXT);
    await fixture.assets.discardAsset(filename);
    expect(await readFile(location)).toEqual(TEXT);
  });

  it.each([
    ['foto.png', 'image/png', PNG, 'png'],
    ['sin extensión', 'application/octet-stream', Buffer.from([0, 1, 2, 3]), 'bin'],
    ['datos.propio', 'application/octet-stream', Buffer.from([0, 1, 2, 3]), 'bin'],
  ])('the key’s extension matches the stored content: %s of %s', async (fileName, contentType, content, extension) => {
    const { filename } = await upload(content, fileName, contentType);
    expect(filename.split('.').at(-1)).toBe(extension);
    expect((await read(filename)).content).toEqual(content);
  });

  it('stores nothing when a body fails, and rejects with the body’s error', async () => {
    const before = await fixture.stored();
    const reason = new Error('the browser went away');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 65);
        throw reason;
      })(),
    );
    await expect(upload(broken)).rejects.toBe(reason);
    await expect.poll(fixture.stored).toEqual(before);
  });

  it('discards a file without an error, even when it is already gone', async () => {
    const { filename } = await upload(TEXT);
    await fixture.assets.discardAsset(filename);
    await fixture.assets.discardAsset(filename);
    await fixture.assets.discardAsset('central-202611-AAAAAAAAAAAAAAAAAAAA.txt');
  });
}
