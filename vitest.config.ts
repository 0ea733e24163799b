import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One local service for all tests: the real bundles, table and queues, started once.
    globalSetup: ['test/support/service.ts'],
    setupFiles: ['test/support/environment.ts'],
    // Two cores and one table engine: more files side by side only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
