import { parentPort, workerData } from 'node:worker_threads';
import { synthesize } from '../../../lib/app.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { environment, outDir, dashboard }: SynthesisOptions = workerData;
await synthesize(environment, outDir, { dashboard });
parentPort?.postMessage('done');
