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

it('is cut at the end of a line, and nothing is lost', async () => {
  const line = `${'palabra '.repeat(9)}á\n`;
  const text = line.repeat(2_000);
  const { content, parts } = await partsOf(text.slice(0, 70_001), text.slice(70_001));
  expect(parts.join('')).toBe(text);
  expect(content).toEqual({ form: 'text', parts: parts.length, isComplete: true });
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect([part.endsWith('\n'), part.length <= 32_768]).toEqual([true, true]);
});

it('without lines is cut all the same, but never inside a letter', async () => {
  const { parts } = await partsOf('x', '😀'.repeat(40_000));
  expect(parts.join('')).toBe(`x${'😀'.repeat(40_000)}`);
  expect(parts.join('')).not.toContain('\ufffd');
});

it('has one empty part when it is empty, and says when it goes on', async () => {
  expect(await partsOf()).toEqual({ content: { form: 'text', parts: 1, isComplete: true }, parts: [''] });
  const { content } = await partsOf('y'.repeat(7_000_000));
  expect(content).toEqual({ form: 'text', parts: 200, isComplete: false });
});
