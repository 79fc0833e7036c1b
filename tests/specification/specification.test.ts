import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SLOW_FILE_SECONDS } from '#server/testing/slow-files.ts';
import { LINES } from './lines.ts';
import { renderSpecification } from './render.ts';
import { fileOf, means, readTests, ROOT, trialsOf } from './trials.ts';

it('lists every line of the specification once, with a test or a reason', () => {
  expect(LINES.map(({ n }) => n)).toEqual(Array.from({ length: 159 }, (_none, at) => at + 1));
  for (const line of LINES) {
    if ('instead' in line) expect(existsSync(path.join(ROOT, `docs/decisions/${line.decision}.md`)), line.decision).toBe(true);
    else expect(trialsOf(line), `line ${line.n}`).not.toEqual([]);
  }
});

it('refers only to tests that exist and are not skipped', () => {
  const trials = LINES.flatMap(trialsOf);
  const tests = new Map([...new Set(trials.map(fileOf))].map((file) => [file, readTests(file)]));
  const problems = trials.flatMap((trial) => {
    const found = (tests.get(fileOf(trial)) ?? []).filter((test) => means(trial, test));
    if (found.length === 0) return [`no test: ${trial}`];
    return found.some(({ isSkipped }) => isSkipped) ? [`taken out: ${trial}`] : [];
  });
  expect(problems).toEqual([]);
});

it('is tested by every run of the suite, without slow test files', () => {
  const left = LINES.filter((line) => trialsOf(line).some((trial) => fileOf(trial) in SLOW_FILE_SECONDS));
  expect(left.map(({ n }) => n)).toEqual([]);
});

// With each line's result, as written by `npm run specification`: a line that does not hold fails here.
it('docs/specification.md matches the lines, with every test passed', () => {
  const allHold = new Map(LINES.map(({ n }) => [n, 'holds' as const]));
  expect(readFileSync(path.join(ROOT, 'docs/specification.md'), 'utf8')).toBe(renderSpecification(allHold));
});
