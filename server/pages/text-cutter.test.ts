import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readText } from './read-text.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'portal-partes-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function partsOf(...pieces: string[]) {
  const target = path.join(directory, 'partes');
  const { content, ends } = await readText(
    (async function* () {
      yield* pieces;
    })(),
    target,
    true,
  );
  const all = await readFile(target);
  return { content, parts: ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end).toString()) };
}

it('cuts a text at line ends without losing anything', async () => {
  const line = `${'palabra '.repeat(9)}á\n`;
  const text = line.repeat(2_000);
  const { content, parts } = await partsOf(text.slice(0, 70_001), text.slice(70_001));
  expect(parts.join('')).toBe(text);
  expect(content).toEqual({ form: 'text', parts: parts.length, isComplete: true });
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect([part.endsWith('\n'), part.length <= 32_768]).toEqual([true, true]);
});

it('cuts a text without lines, but never inside a character', async () => {
  const { parts } = await partsOf('x', '😀'.repeat(40_000));
  expect(parts.join('')).toBe(`x${'😀'.repeat(40_000)}`);
  expect(parts.join('')).not.toContain('\ufffd');
});

it('makes one empty part of an empty text, and marks an overlong text as incomplete', async () => {
  expect(await partsOf()).toEqual({ content: { form: 'text', parts: 1, isComplete: true }, parts: [''] });
  const { content } = await partsOf('y'.repeat(7_000_000));
  expect(content).toEqual({ form: 'text', parts: 200, isComplete: false });
});
