import { configDefaults, defineConfig } from 'vitest/config';

/** Suites that hold the portal to a bound of time: nothing else runs beside them. */
const ALONE = ['tests/attacks/**/*.test.ts', 'tests/faults/silent-loop.test.ts'];

/** Draws the pictures of the README instead of testing anything: only when asked. */
const ON_REQUEST = process.env['README_PICTURES'] ? [] : ['tests/e2e/readme-pictures.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['server/testing/global-setup.ts'],
    // For machines of two cores that do other things as well: nothing is measured by it, a hang only ends later.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A poll ends as soon as it holds; one second is too short for a machine that does ten other things.
    expect: { poll: { timeout: 15_000 } },
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{app,server,jobs,prisma,tests,bench}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...ALONE, ...ON_REQUEST],
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, fileParallelism: false, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
