import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{app,server,jobs,prisma,tests,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 4,
    env: { TZ: 'UTC' },
  },
});
