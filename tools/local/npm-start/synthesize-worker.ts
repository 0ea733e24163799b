import { parentPort, workerData } from 'node:worker_threads';
import { synthesize } from '../../../lib/app.ts';
import type { SynthesisOptions, SynthesisReport } from './synthesize.ts';

const run = async ({ environment, outDir, dashboard }: SynthesisOptions): Promise<SynthesisReport> => {
  try {
    return { assemblyDir: await synthesize(environment, outDir, { dashboard }) };
  } catch (error) {
    if (error instanceof Error && 'errors' in error) return { bundlingFailed: true };
    throw error;
  }
};

parentPort?.postMessage(await run(workerData));
