import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,server,jobs,prisma,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it holds; one second is too short for a machine that does ten other things.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 4,
    env: { TZ: 'UTC' },
  },
});
