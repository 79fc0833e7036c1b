import { randomInt } from 'node:crypto';
import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { chooseSkippedFiles } from './server/testing/slow-files.ts';
import { LongestFirst } from './server/testing/longest-first.ts';

/** Suites that assert time limits: nothing else runs beside them. */
const ALONE = ['tests/attacks/**/*.test.ts', 'tests/faults/silent-loop.test.ts'];

/** Draws the pictures of the README instead of testing anything: only on request. */
const ON_REQUEST = process.env['PICTURES'] ? [] : ['tests/e2e/pictures.test.ts'];

/**
 * Files with a process of their own: they drive browsers and other processes and load little themselves, or they change global
 * state of the process (modules, environment, memory, signals). All others share three processes, each of which loads the portal once:
 * loading it for each file would take half of their time. The code they test keeps no module state that another test could see.
 */
const OWN_PROCESS = [
  'app/**/*.test.tsx',
  'app/entry.server.test.ts',
  'tests/{consulta,expressions}/**/*.test.{ts,tsx}',
  'tests/faults/reliability.test.ts',
  'tests/e2e/{demo,durability,image,upload-memory,upload-processes,upload-resume}.test.ts',
  'server/{entrances/commands,platform/isolation,platform/processes,ports/mail,testing}/**/*.test.ts',
  'server/platform/tracing.test.ts',
  'server/{ports/documents/firestore,ports/identity/firebase}/**/*.test.ts',
  'server/{domain/errors,ports/files/hostile-heads,entrances/request/foreground}.test.ts',
  'tests/http/{process,second-backend}.test.ts',
];

/** Seed of the random choices in tests, and of the files that `npm test` chooses. */
const seed = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)));
const isNamed = process.argv.slice(2).some((word) => /^(?:app|bench|jobs|prisma|server|tests)\b/.test(word));
const isPart = process.env['TEST_SOME'] === '1' && !isNamed;
const LEFT = isPart ? chooseSkippedFiles(Number(seed)) : [];
/** Read by suites that test a part chosen by the seed (run-seed.ts), and at the end of the run (global-setup.ts). */
process.env['TEST_PART'] = isPart ? '1' : '';
process.env['TEST_LEFT'] = String(LEFT.length);

const ALL = ['{app,server,jobs,prisma,tests,bench}/**/*.test.{ts,tsx}'];
const NEVER = [...configDefaults.exclude, ...ALONE, ...ON_REQUEST, ...LEFT];

const SHARED: TestUserConfig = {
  // For busy machines with two cores: it measures nothing, a hang only ends later.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A poll ends as soon as its assertion holds; the default of one second is too short for a busy machine.
  expect: { poll: { timeout: 15_000 } },
  env: { TZ: 'UTC' },
  setupFiles: ['server/testing/run-after-file.ts'],
};
/** One more than cores, because files wait at times; a fourth only slows the others. */
const TOGETHER = { maxWorkers: 3, sequence: { groupOrder: 0 } };

export default defineConfig({
  test: {
    // Each project transforms modules by itself: the cache lets the second reuse the work of the first.
    experimental: { fsModuleCache: true },
    // On the root, not inherited by the projects (`extends`): one database server for the run, not one for each project.
    globalSetup: ['server/testing/global-setup.ts', 'tests/specification/end-of-run.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...SHARED, ...TOGETHER, name: 'own process', include: OWN_PROCESS, exclude: NEVER } },
      {
        // React as in production, without the checks of the development build: these files render thousands of pages.
        oxc: { jsx: { development: false } },
        test: {
          ...SHARED,
          ...TOGETHER,
          name: 'shared process',
          include: ALL,
          exclude: [...NEVER, ...OWN_PROCESS],
          isolate: false,
          env: { ...SHARED.env, NODE_ENV: 'production' },
        },
      },
      {
        test: {
          ...SHARED,
          name: 'alone',
          include: ALONE,
          exclude: [...configDefaults.exclude, ...LEFT],
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
