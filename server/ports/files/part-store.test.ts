import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { afterFile } from '../../testing/after-file.ts';
import { createDiskFileStore } from './disk-file-store.ts';
import { createDiskPartStore } from './disk-part-store.ts';
import { createPartStore, type PartStore } from './part-store.ts';

const ID = 'AbCdEfGhIjKlMnOpQrSt';
const FILE = { count: 3, bytes: 7 };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-partes-'));
  afterFile(() => rm(directory, { recursive: true, force: true }));
});

const part = (number: number) => ({ number, start: number * 3 });
const text = (content: string) => Readable.from([Buffer.from(content)]);
async function putAll(parts: PartStore): Promise<void> {
  for (const [number, content] of [
    [2, 'g'],
    [0, 'abc'],
    [1, 'def'],
  ] as const)
    await parts.put(ID, part(number), text(content));
}
async function ids(parts: PartStore): Promise<string[]> {
  const found = new Set<string>();
  for await (const { id, modifiedAt } of parts.list()) {
    expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    found.add(id);
  }
  return [...found].sort();
}

describe.each([
  ['on a disk', () => createDiskPartStore(directory)],
  ['as files of another store', () => createPartStore(createDiskFileStore(directory))],
])('parts %s', (_where, create) => {
  let parts: PartStore;
  beforeEach(() => {
    parts = create();
  });

  it('form one file, whatever order they arrive in', async () => {
    await putAll(parts);
    const { body } = await parts.takeWhole(ID, FILE);
    expect((await buffer(body)).toString()).toBe('abcdefg');
  });

  it('replace an earlier part with the same number', async () => {
    await putAll(parts);
    await parts.put(ID, part(1), text('DEF'));
    const { body } = await parts.takeWhole(ID, FILE);
    expect((await buffer(body)).toString()).toBe('abcDEFg');
  });

  it('form no file while one is missing, dropped or incomplete', async () => {
    await expect(parts.takeWhole(ID, FILE)).rejects.toMatchObject({ code: 'not-found' });
    await parts.put(ID, part(0), text('abc'));
    await parts.put(ID, part(2), text('g'));
    await expect(parts.takeWhole(ID, FILE)).rejects.toMatchObject({ code: 'not-found' });
    const reason = new Error('the browser went away');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('d');
        throw reason;
      })(),
    );
    await expect(parts.put(ID, part(1), broken)).rejects.toBe(reason);
    await expect(parts.takeWhole(ID, FILE)).rejects.toMatchObject({ code: 'not-found' });
    await parts.put(ID, part(1), text('def'));
    await parts.drop(ID, 2);
    await expect(parts.takeWhole(ID, FILE)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('can be replaced after the assembled file is given back', async () => {
    await putAll(parts);
    const whole = await parts.takeWhole(ID, FILE);
    whole.body.destroy();
    await whole.restoreParts();
    await parts.put(ID, part(0), text('ABC'));
    expect((await buffer((await parts.takeWhole(ID, FILE)).body)).toString()).toBe('ABCdefg');
  });

  it('are deleted with their own upload only', async () => {
    await putAll(parts);
    await parts.put('OtherOtherOtherOther', part(0), text('abc'));
    expect(await ids(parts)).toEqual([ID, 'OtherOtherOtherOther']);
    await parts.delete(ID);
    await parts.delete(ID);
    expect(await ids(parts)).toEqual(['OtherOtherOtherOther']);
  });

  it('are refused when the upload id escapes the folder', async () => {
    await expect(parts.put('../nada', part(0), text('abc'))).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('parts on a disk', () => {
  const files = () => createDiskFileStore(path.join(directory, 'files'));
  const stored = () => readFile(path.join(directory, 'files', 'clave.txt'), 'utf8');
  const parts = () => createDiskPartStore(path.join(directory, 'parts'));
  const inode = async (name: string) => (await stat(path.join(directory, name))).ino;

  it('become the stored file without a copy, and are locked against later writes', async () => {
    await putAll(parts());
    const whole = await parts().takeWhole(ID, FILE);
    const before = await inode(`parts/${ID}/whole`);
    await files().put('clave.txt', whole.settled ?? whole.body, { contentType: 'text/plain' });
    expect(await inode('files/clave.txt')).toBe(before);
    await expect(parts().put(ID, part(0), text('XXX'))).rejects.toMatchObject({ code: 'unavailable' });
    // As when it is unknown whether the document was stored: the parts are requested again.
    whole.body.destroy();
    await whole.restoreParts();
    await parts().put(ID, part(0), text('XXX'));
    expect(await stored()).toBe('abcdefg');
    await parts().delete(ID);
    expect(await stored()).toBe('abcdefg');
  });

  it('are copied while another request may still write to them', async () => {
    await putAll(parts());
    const late = new PassThrough();
    const writing = parts().put(ID, part(2), late);
    await expect.poll(() => readdir(path.join(directory, 'parts', ID))).toContainEqual(expect.stringMatching(/^2\./));
    late.write('g');
    // Another sender of the same part was faster.
    await parts().put(ID, part(2), text('g'));
    const whole = await parts().takeWhole(ID, FILE);
    expect(whole.settled).toBeNull();
    await files().put('clave.txt', whole.body, { contentType: 'text/plain' });
    late.end('xyz');
    await writing;
    expect(await stored()).toBe('abcdefg');
  });

  it('are assembled again after a process was killed during assembly', async () => {
    await putAll(parts());
    (await parts().takeWhole(ID, FILE)).body.destroy();
    const again = await parts().takeWhole(ID, FILE);
    expect((await buffer(again.body)).toString()).toBe('abcdefg');
    await files().put('clave.txt', { location: path.join(directory, 'parts', ID, 'whole') }, { contentType: 'text/plain' });
    // They may already be stored: a file with two names (hard links) is copied.
    const third = await parts().takeWhole(ID, FILE);
    expect(third.settled).toBeNull();
    expect((await buffer(third.body)).toString()).toBe('abcdefg');
  });

  it('are cut off at the file’s declared size', async () => {
    await putAll(parts());
    const growing = await open(path.join(directory, 'parts', ID, 'growing'), 'r+');
    await growing.write('left over', 7);
    await growing.close();
    const whole = await parts().takeWhole(ID, FILE);
    await files().put('clave.txt', whole.settled ?? whole.body, { contentType: 'text/plain' });
    expect(await stored()).toBe('abcdefg');
    whole.body.destroy();
  });

  it.skipIf(!existsSync('/dev/shm'))('are copied when the file store is on another disk', async () => {
    await putAll(parts());
    const whole = await parts().takeWhole(ID, FILE);
    const elsewhere = await mkdtemp('/dev/shm/portal-');
    afterFile(() => rm(elsewhere, { recursive: true, force: true }));
    const store = createDiskFileStore(elsewhere);
    await store.put('clave.txt', whole.settled ?? whole.body, { contentType: 'text/plain' });
    expect((await buffer(await store.open('clave.txt'))).toString()).toBe('abcdefg');
    whole.body.destroy();
  });
});
