import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const cacheDir = join(root, 'node_modules/.cache/switchboard-dashboard');
const sources = [
  'dashboard/**/*',
  'examples/verify-signature/*',
  'functions/{dashboard,model}/**/*',
  'functions/api/openapi/openapi.json',
  'tools/reference/**/*',
  'package-lock.json',
];

/** Builds the front end with the API reference below it, unless this state of the sources was built before, and returns the folder. */
export const buildDashboard = (): string => {
  const outDir = join(cacheDir, hashSources());
  if (existsSync(outDir)) return outDir;
  mkdirSync(cacheDir, { recursive: true });
  const workDir = mkdtempSync(join(cacheDir, 'building-'));
  try {
    runVite(workDir);
    runReference(join(workDir, 'reference'));
    publish(workDir, outDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  return outDir;
};

/** In a process of its own: Vite takes NODE_ENV of ours as given, and with Vitest's it would build React for tests. */
const runVite = (outDir: string): void => {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['build', join(root, 'dashboard'), '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, [vite, ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

const runReference = (outDir: string): void => {
  execFileSync(process.execPath, [join(root, 'bin/reference.ts'), '--out', outDir], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};

/** A rename is atomic. If another process was faster, its result is the same. */
const publish = (workDir: string, outDir: string): void => {
  try {
    renameSync(workDir, outDir);
  } catch (error) {
    if (!existsSync(outDir)) throw error;
  }
};

const hashSources = (): string => {
  const hash = createHash('sha256');
  for (const file of listSources())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 32);
};

const listSources = (): string[] =>
  globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
