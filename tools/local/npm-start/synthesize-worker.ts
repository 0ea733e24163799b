import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { deployed } from '../../../functions/deployed.ts';
import { releaseCheck } from '../../../lib/api/release-check.ts';
import { createApp, localParts } from '../../../lib/app.ts';
import { chatManifest } from '../../../lib/chat/build.ts';
import { getSettings } from '../../../lib/settings.ts';
import type { SynthesisOptions } from './synthesize.ts';

const { environment, outDir, dashboard }: SynthesisOptions = workerData;
const bundleDir = join(outDir, 'stand-ins');
const filesDir = join(outDir, 'files');
const chatDir = join(outDir, 'chat');
for (const dir of [filesDir, chatDir]) mkdirSync(join(dir, 'assets'), { recursive: true });
// The files are built beside this, and their names come with them.
writeFileSync(join(chatDir, chatManifest), '{}');
for (const { name } of [...Object.values(deployed).flat(), releaseCheck]) {
  mkdirSync(join(bundleDir, name), { recursive: true });
  writeFileSync(join(bundleDir, name, 'index.cjs'), `module.exports = require('../functions/${name}/index.mjs');\n`);
}
const settings = { ...(dashboard ? localParts : {}), ...getSettings(environment) };
const options = { ...deployed, environments: { [environment]: settings }, validate: false };
createApp({ ...options, outDir, bundleDir, filesDir, chatDir }).synth();
// The assembly has its own copies.
rmSync(bundleDir, { recursive: true });
parentPort?.postMessage('done');
