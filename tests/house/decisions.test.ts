import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './rooms.ts';

const FOLDER = path.join(ROOT, 'docs/decisions');

it('every decision is listed in the index under its own number', () => {
  const index = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
  const lines = [...index.matchAll(/^- \[(\d{3})\]\(([\w.-]+)\)/gm)].map(([, number = '', file = '']) => ({ number, file }));
  expect(lines.map(({ file }) => file).sort()).toEqual(
    readdirSync(FOLDER)
      .filter((file) => /^\d/.test(file))
      .sort(),
  );
  expect(lines.filter(({ number, file }) => !file.startsWith(`${number}-`))).toEqual([]);
});

it('every decision states its date and status', () => {
  const silent = readdirSync(FOLDER)
    .filter((file) => /^\d/.test(file))
    .filter((file) => !/^Date: \d{4}-\d\d-\d\d\b.*\. Status: \w+/m.test(readFileSync(path.join(FOLDER, file), 'utf8')));
  expect(silent).toEqual([]);
});
