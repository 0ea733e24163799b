import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { deployed } from '../../../functions/deployed.ts';
import { bundleInChunks } from '../../../lib/functions/bundle.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { outDir }: SynthesisOptions = workerData;
const entries = Object.values(deployed).flat();
const root = resolve(import.meta.dirname, '../../..');
await bundleInChunks(
  Object.fromEntries(entries.map(({ name, entry }) => [name, join(root, entry)])),
  join(outDir, 'functions'),
);
parentPort?.postMessage('done');
