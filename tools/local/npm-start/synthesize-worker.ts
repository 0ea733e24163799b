import { parentPort, workerData } from 'node:worker_threads';
import { localParts, synthesize } from '../../../lib/app.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { environment, outDir, dashboard }: SynthesisOptions = workerData;
await synthesize(environment, outDir, dashboard ? localParts : {});
parentPort?.postMessage('done');
