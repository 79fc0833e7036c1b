import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { afterFile } from '../testing/after-file.ts';
import { makeFolder } from './make-folder.ts';

const root = await mkdtemp(path.join(os.tmpdir(), 'portal-folder-'));
afterFile(() => rm(root, { recursive: true, force: true }));

it('makes the folder with those above it, and accepts one that is there', async () => {
  const folder = path.join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder, { mode: 0o700 }), makeFolder(folder, { mode: 0o700 })]);
  await makeFolder(folder);
  for (const made of [folder, path.dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
});

it('fails where no folder can be made, also where Node would try for ever', async () => {
  await writeFile(path.join(root, 'file'), '');
  await symlink(path.join(root, 'nowhere'), path.join(root, 'link'));
  for (const [folder, reason] of [
    ['/proc/x', 'ENOENT'],
    ['/proc/x/y', 'ENOENT'],
    [path.join(root, 'link', 'x'), 'EEXIST'],
    [path.join(root, 'file'), 'EEXIST'],
    [path.join(root, 'file', 'x'), 'ENOTDIR'],
  ] as const)
    await expect(makeFolder(folder), folder).rejects.toMatchObject({ code: reason });
});
