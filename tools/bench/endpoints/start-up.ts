import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

const measureStart = (file: string): Start =>
  loadBundle(
    file,
    `require(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage();
    const residentBytes = process.memoryUsage.rss();
    process.stdout.write(JSON.stringify({ cpuMicros: user + system, residentBytes }));`,
  ) as Start;

export interface StartUpCounts {
  /** Calls of functions of the bundle while it is loaded. */
  calls: number;
  /** Modules of Node that it requires. */
  modules: number;
}

/** What a start costs in numbers that are the same on every machine. */
export const countStartUp = (bundleDir: string, name: string): StartUpCounts => {
  const file = join(bundleDir, name, 'index.js');
  const calls = loadBundle(
    file,
    `const session = new (require('node:inspector').Session)();
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    require(${JSON.stringify(file)});
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      const { functions } = result.find(({ url }) => url.endsWith(${JSON.stringify(file)}));
      process.stdout.write(String(functions.reduce((calls, { ranges: [{ count }] }) => calls + count, 0)));
    });`,
  ) as number;
  return { calls, modules: new Set(readFileSync(file, 'utf8').match(/require\("node:[a-z_/]+"\)/g)).size };
};

const loadBundle = (file: string, script: string): unknown => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    env: { TABLE_NAME: 'bench', AWS_REGION: 'eu-central-1' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The bundle ${file} does not load:\n${stderr}`);
  return JSON.parse(stdout);
};
