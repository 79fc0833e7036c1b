import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SLOW_FILE_SECONDS } from '#server/testing/slow-files.ts';
import { listGuards } from './list-guards.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

// Whether tests notice a removed guard is checked by `npm run mutants`, which takes too long for every run.
it('lists guards that occur exactly once in the source, and test files that exist', () => {
  // Throws for a piece that is not exactly once in its file, two guards of one id, a folder without tests, or a note about a guard that is
  // gone.
  const guards = listGuards(ROOT);
  // Far fewer would mean that the checks changed their form and are no longer found.
  expect(guards.length).toBeGreaterThan(500);
  for (const kind of ['permission', 'row access', 'limit', 'rate limit', 'state', 'version', 'audit'] as const)
    expect(guards.filter((guard) => guard.kind === kind).length, kind).toBeGreaterThan(10);
  for (const { id, tests } of guards) {
    for (const test of tests) expect(existsSync(path.join(ROOT, test.split(' :: ')[0] ?? '')), `${test} of ${id}`).toBe(true);
  }
});

/** Files that may be listed only behind cheaper ones: they send and draw what attackers would, alone or for minutes. */
const DEAR_BESIDE_OTHERS = ['tests/attacks/documents.test.ts', 'tests/attacks/texts.test.ts'];

it('lists no slow test file, except the two that stand behind faster ones', () => {
  const dear = new Set(
    listGuards(ROOT).flatMap(({ tests }) => tests.map((test) => test.split(' :: ')[0] ?? '').filter((file) => file in SLOW_FILE_SECONDS)),
  );
  expect([...dear].sort()).toEqual(DEAR_BESIDE_OTHERS);
});
