import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { deployed } from '../../../functions/deployed.ts';
import { releaseCheck } from '../../../lib/api/release-check.ts';
import { createApp, localParts } from '../../../lib/app.ts';
import { getSettings } from '../../../lib/settings.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { environment, outDir, dashboard }: SynthesisOptions = workerData;
const bundleDir = join(outDir, 'stand-ins');
const filesDir = join(outDir, 'files');
mkdirSync(join(filesDir, 'assets'), { recursive: true });
for (const { name } of [...Object.values(deployed).flat(), releaseCheck]) {
  mkdirSync(join(bundleDir, name), { recursive: true });
  writeFileSync(join(bundleDir, name, 'index.cjs'), `module.exports = require('../functions/${name}/index.mjs');\n`);
}
const settings = { ...(dashboard ? localParts : {}), ...getSettings(environment) };
const options = { ...deployed, environments: { [environment]: settings }, validate: false };
createApp({ ...options, outDir, bundleDir, filesDir }).synth();
// The assembly has its own copies.
rmSync(bundleDir, { recursive: true });
parentPort?.postMessage('done');
