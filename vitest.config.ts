import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const flows = globSync('test/flows/**/*.test.ts');
// These hold the clock, replace modules or need other secrets, so each gets a worker of its own.
const flowsWithMocks = flows.filter((file) =>
  /\bvi\b|quiet-broadcasts|held-clock|support\/(table\/grants|dashboard\/(other-issuer|handlers))/.test(
    readFileSync(file, 'utf8'),
  ),
);

// These read the whole table, while it is still small, or crash a function that other files call.
const flowsThatComeFirst = flows.filter((file) =>
  /support\/(table\/dump-table|erasures)|end: 'crash'/.test(readFileSync(file, 'utf8')),
);

// These build the dashboard and the client, which takes longer than all unit tests.
const testsThatBuild = ['test/dashboard/bundle.test.ts', 'test/sdk/package.test.ts'];

// The real bundles, table and queues, started once for all tests of these projects.
const service = { globalSetup: ['test/support/service.ts'], setupFiles: ['test/support/environment.ts'] };

export default defineConfig({
  test: {
    // Two cores and one table engine: more files side by side would only wait for each other.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/{functions,dashboard,sdk}/**/*.test.ts'],
          exclude: testsThatBuild,
          setupFiles: ['test/support/unit-environment.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'cdk', isolate: false, include: ['test/lib/**/*.test.ts'], globalSetup: ['test/lib/setup.ts'] },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['test/{tools,docs}/**/*.test.ts', ...testsThatBuild] },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'service',
          include: ['test/flows/**/*.test.ts'],
          exclude: [...flowsWithMocks, ...flowsThatComeFirst],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...service, name: 'service-mocked', include: flowsWithMocks, exclude: flowsThatComeFirst },
      },
      {
        extends: true,
        test: { ...service, name: 'service-first', include: flowsThatComeFirst, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          ...service,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [...service.globalSetup, 'test/support/browser/launch.ts'],
          isolate: false,
          // As long as Playwright waits: on a busy machine a page may be late.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
