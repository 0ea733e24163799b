import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { buildOnce, dashboardSources, hashSources } from '../build-cache.ts';

const root = resolve(import.meta.dirname, '../..');

/** What Vite keeps about its build. It is not served. */
export const buildRecords = '.vite';

/** Returns a folder with the front end and, below it, the API reference. */
export const buildDashboard = (): Promise<string> =>
  buildOnce('dashboards', hashSources(dashboardSources), async (outDir) => {
    await runVite(outDir);
    await runNode('bin/reference.ts', ['--out', join(outDir, 'reference')]);
  });

const runVite = (outDir: string): Promise<void> =>
  runNode('node_modules/vite/bin/vite.js', [
    'build',
    join(root, 'dashboard'),
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);

/** Uses a process of its own: Vite would take our NODE_ENV, and with Vitest's it would build React for tests. */
const runNode = async (program: string, args: string[]): Promise<void> => {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} failed with exit code ${code}.`);
};
