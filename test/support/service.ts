import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startLocal } from '../../bin/local/start.ts';
import { synthesizeApp } from '../../lib/app.ts';
import { allEndpoints } from './fixture/endpoints.ts';

declare module 'vitest' {
  interface ProvidedContext {
    service: { baseUrl: string; environment: Record<string, string> };
  }
}

/** Starts the service once for all tests: the deployed template on real engines, with a few endpoints for tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const outDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  const assemblyDir = synthesizeApp({ environments: ['staging'], endpoints: allEndpoints, outDir, validate: false });
  const local = await startLocal({ assemblyDir, port: 0, dataDir: 'memory' });
  project.provide('service', { baseUrl: local.baseUrl, environment: local.environmentOf('getMe') });
  return async () => {
    await local.stop();
    rmSync(outDir, { recursive: true, force: true });
  };
};
