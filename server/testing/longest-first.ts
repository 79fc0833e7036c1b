import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { DEAR_SECONDS } from './dear-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Dear although they are in every run, beside those of `DEAR_SECONDS`. */
const ALWAYS_DEAR = [
  'tests/access/access-matrix.test.ts',
  'tests/access/nasty-input.test.ts',
  'tests/e2e/walk.test.ts',
  'tests/e2e/every-screen.test.ts',
];
const RATHER_LONG =
  /\/tests\/(?:e2e|faults|firestore|consulta|look|expressions)\/|\/server\/(?:ports\/(?:documents|identity)|entrances\/commands)\//;

/**
 * Dear files first: begun last, one would keep one core waiting for the other. Then those that start processes, then those that share one
 * and fill what time is left between them. A machine that has never run the tests knows nothing but the size of their files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual
      .map((file) => ({ file, rank: rankOf(file.moduleId) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

/** Lower is earlier. */
function rankOf(file: string): number {
  const name = path.relative(ROOT, file);
  if (ALWAYS_DEAR.includes(name)) return -Number.MAX_VALUE;
  return -(DEAR_SECONDS[name] ?? (RATHER_LONG.test(file) ? 1 : 0));
}
