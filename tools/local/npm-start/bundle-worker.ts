import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { deployed } from '../../../functions/deployed.ts';
import { bundleInChunks } from '../../../lib/functions/bundle.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { outDir }: SynthesisOptions = workerData;
const entries = Object.values(deployed).flat();
await bundleInChunks(Object.fromEntries(entries.map(({ name, entry }) => [name, entry])), join(outDir, 'functions'));
parentPort?.postMessage('done');
