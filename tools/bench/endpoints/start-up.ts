import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../statistics.ts';

export interface BundleRow {
  name: string;
  kilobytes: number;
  /** CPU to load the bundle, as a multiple of the CPU to load an empty handler. */
  timesBare: number;
}

/** Loads each bundle in its own process and an empty handler in every round: the machine's speed drifts, the ratio does not. */
export const measureStartUp = (bundleDir: string, names: string[], rounds: number): BundleRow[] => {
  const bare = join(bundleDir, 'bare');
  mkdirSync(bare, { recursive: true });
  writeFileSync(join(bare, 'index.js'), 'exports.handler = async () => ({ statusCode: 200 });\n');
  const cpuByName = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['bare', ...names]) {
      cpuByName.set(name, [...(cpuByName.get(name) ?? []), measureLoadCpu(join(bundleDir, name, 'index.js'))]);
    }
  }
  const bareCpu = median(cpuByName.get('bare') ?? []);
  return names.map((name) => ({
    name,
    kilobytes: statSync(join(bundleDir, name, 'index.js')).size / 1024,
    timesBare: median(cpuByName.get(name) ?? []) / bareCpu,
  }));
};

const measureLoadCpu = (file: string): number => {
  const script = `require(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage();
    process.stdout.write(String(user + system));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    env: { TABLE_NAME: 'bench', AWS_REGION: 'eu-central-1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The bundle ${file} does not load:\n${stderr}`);
  return Number(stdout);
};
