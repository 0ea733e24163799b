import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores and one table engine: more files side by side would only wait for each other.
    maxWorkers: 2,
    // Workers are reused: modules are loaded afresh for each file, packages are not.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/functions/**/*.test.ts'],
          setupFiles: ['test/support/unit-environment.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'cdk', include: ['test/lib/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['test/{tools,docs}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/flows/**/*.test.ts'],
          // One local service for all tests: the real bundles, table and queues, started once.
          globalSetup: ['test/support/service.ts'],
          setupFiles: ['test/support/environment.ts'],
        },
      },
    ],
  },
});
