import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openToRead } from './open-to-read.ts';

it('reads a file or a range, even one removed after opening, and rejects at once when it is missing', async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'portal-abrir-'));
  try {
    const location = path.join(directory, 'file');
    await writeFile(location, 'abcdef');
    const [whole, part] = [await openToRead(location), await openToRead(location, { start: 1, end: 3 })];
    await rm(location);
    expect([await text(whole), await text(part)]).toEqual(['abcdef', 'bcd']);
    await expect(openToRead(location)).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
