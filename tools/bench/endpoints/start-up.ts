import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../statistics.ts';

export interface BundleRow {
  name: string;
  kilobytes: number;
  /** CPU to load the bundle, as a multiple of the CPU to load an empty handler. */
  timesBare: number;
  residentMb: number;
}

/** Loads each bundle in its own process and an empty handler in every round: the machine's speed drifts, the ratio does not. */
export const measureStartUp = (bundleDir: string, names: string[], rounds: number): BundleRow[] => {
  const bare = join(bundleDir, 'bare');
  mkdirSync(bare, { recursive: true });
  writeFileSync(join(bare, 'index.js'), 'exports.handler = async () => ({ statusCode: 200 });\n');
  const startsByName = new Map<string, Start[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['bare', ...names]) {
      startsByName.set(name, [...(startsByName.get(name) ?? []), measureStart(join(bundleDir, name, 'index.js'))]);
    }
  }
  const medianOf = (name: string, field: keyof Start): number =>
    median((startsByName.get(name) ?? []).map((start) => start[field]));
  const bareCpu = medianOf('bare', 'cpuMicros');
  return names.map((name) => ({
    name,
    kilobytes: statSync(join(bundleDir, name, 'index.js')).size / 1024,
    timesBare: medianOf(name, 'cpuMicros') / bareCpu,
    residentMb: medianOf(name, 'residentBytes') / 1024 ** 2,
  }));
};

interface Start {
  cpuMicros: number;
  residentBytes: number;
}

const measureStart = (file: string): Start => {
  const script = `require(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage();
    const residentBytes = process.memoryUsage.rss();
    process.stdout.write(JSON.stringify({ cpuMicros: user + system, residentBytes }));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    env: { TABLE_NAME: 'bench', AWS_REGION: 'eu-central-1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The bundle ${file} does not load:\n${stderr}`);
  return JSON.parse(stdout);
};
