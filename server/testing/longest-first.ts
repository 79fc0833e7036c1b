import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Minutes that one file takes while others run beside it: begun last, it would keep one core waiting for the other.
 * A machine that has never run the tests knows nothing but the size of their files.
 */
const LONG = [
  'tests/e2e/every-screen',
  'tests/access/access-matrix',
  'tests/access/nasty-input',
  'tests/firestore/portal-on-firebase',
  'tests/e2e/document-viewer',
  'tests/access/document-matrix',
  'tests/consulta/bi-access',
  'tests/e2e/people',
  'tests/e2e/walk',
  'tests/e2e/products',
  'tests/e2e/upload-workbench',
];
const RATHER_LONG = /\/tests\/(?:e2e|faults|firestore|consulta|look|expressions)\/|\/server\/(?:documents|identity|commands)\//;

/** Long files first, then those that start processes, then those that share one and fill what time is left between them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual
      .map((file) => ({ file, rank: rankOf(file.moduleId) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ file }) => file);
  }
}

function rankOf(file: string): number {
  const long = LONG.findIndex((name) => file.includes(`/${name}.`));
  if (long >= 0) return long;
  return RATHER_LONG.test(file) ? LONG.length : LONG.length + 1;
}
