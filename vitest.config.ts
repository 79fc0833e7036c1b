import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,server,jobs,prisma,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    // For machines of two cores that do other things as well: nothing is measured by it, a hang only ends later.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A poll ends as soon as it holds; one second is too short for a machine that does ten other things.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 4,
    env: { TZ: 'UTC' },
  },
});
