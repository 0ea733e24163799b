import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { LocalError } from '../local-error.ts';

export interface SynthesisOptions {
  environment: string;
  outDir: string;
  dashboard: boolean;
}

export type SynthesisReport = { assemblyDir: string } | { bundlingFailed: true };

/** In a thread of its own: CDK and the bundler leave 150 MB behind, which end with the thread. */
export const synthesizeAssembly = async (outDir: string, hasDashboard: boolean): Promise<string> => {
  rmSync(outDir, { recursive: true, force: true });
  const worker = new Worker(new URL('./synthesize-worker.ts', import.meta.url), {
    workerData: { environment: 'staging', outDir, dashboard: hasDashboard } satisfies SynthesisOptions,
  });
  const [report]: [SynthesisReport] = (await once(worker, 'message')) as [SynthesisReport];
  await worker.terminate();
  if ('assemblyDir' in report) return report.assemblyDir;
  throw new LocalError('The functions cannot be bundled: see the errors above.');
};
