import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SLOW_FILE_SECONDS } from './slow-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Slow files that every run includes, in addition to those of `SLOW_FILE_SECONDS`. */
const ALWAYS_RUN_SLOW = [
  'tests/access/access-matrix.test.ts',
  'tests/access/nasty-input.test.ts',
  'tests/e2e/walk.test.ts',
  'tests/e2e/every-screen.test.ts',
];
const RATHER_LONG = /^tests\/|^server\/(?:ports\/(?:documents|identity)|entrances\/commands|workbooks|platform\/limits)\//;

/**
 * Slow files first: started last, one would keep one core waiting for the others. Files that share a process follow each other, so that it
 * is loaded once; short ones with a process of their own fill the time that is left at the end. On a machine that has never run the tests,
 * Vitest's own order knows only the files' sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual
      .map((file) => ({ file, rank: rankOf(path.relative(ROOT, file.moduleId), file.project.name === 'shared process') }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

/** Lower runs earlier. */
function rankOf(name: string, sharesProcess: boolean): number {
  const seconds = SLOW_FILE_SECONDS[name] ?? 0;
  if (!sharesProcess) return seconds > 0 ? -2_000_000 - seconds : RATHER_LONG.test(name) ? 1 : 2;
  return ALWAYS_RUN_SLOW.includes(name) ? -1_000_000 : -seconds;
}
