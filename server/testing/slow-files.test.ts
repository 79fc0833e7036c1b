import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SLOW_FILE_SECONDS, chooseSkippedFiles } from './slow-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILES = Object.keys(SLOW_FILE_SECONDS);

it('names only existing files', () => {
  expect(FILES.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

it('skips no file for every seed, and gives the same result for the same seed', () => {
  const taken = new Set<string>();
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const left = new Set(chooseSkippedFiles(seed));
    for (const file of FILES) if (!left.has(file)) taken.add(file);
  }
  expect(FILES.filter((file) => !taken.has(file))).toEqual([]);
  expect(chooseSkippedFiles(7)).toEqual(chooseSkippedFiles(7));
});
