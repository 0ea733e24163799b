import { defineConfig } from 'vitest/config';

// These build the dashboard and the client, which takes longer than all unit tests.
const testsThatBuild = ['test/dashboard/bundle.test.ts', 'test/sdk/chat-bundle.test.ts', 'test/sdk/package.test.ts'];

// The real bundles, table and queues, started once for all tests of these projects.
const service = {
  globalSetup: ['test/support/service.ts'],
  setupFiles: ['test/support/environment.ts'],
  testTimeout: 240_000,
};

const shared = { ...service, setupFiles: [...service.setupFiles, 'test/support/restore.ts'], isolate: false };

// Load modules anew, or with other secrets, so each has a worker of its own.
const isolatedFlows = 'test/flows/**/*.isolated.test.ts';

// Read the whole table, while it is still small, or crash a function that other files call.
const firstFlows = 'test/flows/**/*.first.test.ts';

export default defineConfig({
  test: {
    // On two cores: while one test waits for a page or a timer, two others run.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    // For what never comes: on a busy machine, much comes late.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{functions,dashboard,sdk}/**/*.test.ts'],
          exclude: testsThatBuild,
          setupFiles: ['test/support/unit-environment.ts', 'test/support/restore.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'cdk',
          include: ['test/lib/**/*.test.ts'],
          globalSetup: ['test/lib/setup.ts'],
          setupFiles: ['test/lib/wait-for-stacks.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'tools', isolate: false, include: ['test/{tools,docs}/**/*.test.ts', ...testsThatBuild] },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'service',
          include: ['test/flows/**/*.test.ts'],
          exclude: [isolatedFlows, firstFlows],
        },
      },
      {
        extends: true,
        test: { ...service, name: 'service-isolated', include: [isolatedFlows] },
      },
      {
        extends: true,
        test: { ...shared, name: 'service-first', include: [firstFlows], sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [...service.globalSetup, 'test/support/browser/launch.ts'],
          isolate: false,
        },
      },
    ],
  },
});
