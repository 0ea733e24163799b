import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TestProject } from 'vitest/node';
import { deployed } from '../../functions/deployed.ts';
import { bundleFunctions } from '../../lib/app.ts';
import { buildChat } from '../../lib/chat/build.ts';
import { buildDashboard } from '../../lib/dashboard/build.ts';
import { testedEnvironments } from './fixture/dashboard-environments.ts';

export interface NagFinding {
  rule: string;
  path: string;
}

export interface Synthesis {
  bundleDir: string;
  filesDir: string;
  chatDir: string;
  assemblyDirs: Record<string, string>;
  /** Appears when everything is synthesized. */
  nagPath: string;
  /** Appears when that failed. */
  failurePath: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cdk: Synthesis;
  }
}

/**
 * Bundles the functions and synthesizes every environment, once for all stack tests: in a thread, while other tests run.
 * See wait-for-stacks.ts.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-cdk-'));
  const [bundleDir, filesDir, chatDir] = await Promise.all([bundleFunctions(deployed), buildDashboard(), buildChat()]);
  const names = Object.keys(testedEnvironments);
  const assemblyDirs = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  const paths = { nagPath: join(folder, 'nag.json'), failurePath: join(folder, 'failure.txt') };
  const synthesis: Synthesis = { bundleDir, filesDir, chatDir, assemblyDirs, ...paths };
  const worker = new Worker(new URL('./synthesize-worker.ts', import.meta.url), { workerData: synthesis });
  worker.on('error', ({ stack = '' }) => writeFileSync(synthesis.failurePath, stack));
  project.provide('cdk', synthesis);
  return async () => {
    await worker.terminate();
    rmSync(folder, { recursive: true, force: true });
  };
};
