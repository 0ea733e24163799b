import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const cacheDir = join(root, '.local/cache');

const foldersMax = 5;
const abandonedMs = 60 * 60 * 1000;

/** The lock file says what should be installed, the other one what is. */
const installed = ['package-lock.json', 'node_modules/.package-lock.json'];

/** Everything that a bundle of our functions is made from, apart from packages. */
export const functionSources = ['functions/**/*', 'lib/functions/{bundle.ts,plugins/*}'];

export const dashboardSources = [
  'dashboard/**/*',
  'docs/*.md',
  'examples/verify-signature/*',
  'functions/{dashboard,model}/**/*',
  'functions/operations/openapi/openapi.json',
  'lib/dashboard/build.ts',
  'tools/reference/**/*',
];

/** The client's sources are built with the packages of the repository. */
export const chatSources = ['sdk/chat/**/*', 'lib/chat/build.ts'];

export const stackSources = ['cdk.json', 'lib/**/*'];

/** Changes with the name or content of a source, with a package, with Node's version and with the settings. */
export const hashSources = (patterns: readonly string[], settings: unknown = null): string => {
  const hash = createHash('sha256').update(JSON.stringify([process.version, settings]));
  for (const file of listFiles([...patterns, ...installed]))
    hash.update(`\0${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    );
  return hash.digest('hex').slice(0, 32);
};

const listFiles = (patterns: readonly string[]): string[] => [
  ...new Set(
    globSync(patterns, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort(),
  ),
];

/**
 * Returns the folder that `build` fills, unless an earlier run filled one for the same hash. A folder appears complete
 * or not at all, so programs may build side by side. Of each kind, the few that were used last are kept.
 */
export const buildOnce = async (
  kind: string,
  hash: string,
  build: (outDir: string) => Promise<void>,
): Promise<string> => {
  const kindDir = join(cacheDir, kind);
  const outDir = join(kindDir, hash);
  if (markUsed(outDir)) return outDir;
  mkdirSync(kindDir, { recursive: true, mode: 0o700 });
  const workDir = mkdtempSync(join(kindDir, 'building-'));
  try {
    await build(workDir);
    publish(workDir, outDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  removeUnused(kindDir);
  return outDir;
};

const markUsed = (folder: string): boolean => {
  try {
    utimesSync(folder, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
};

/** If another process was faster, its result is the same. */
const publish = (workDir: string, outDir: string): void => {
  try {
    renameSync(workDir, outDir);
  } catch (error) {
    if (!markUsed(outDir)) throw error;
  }
};

const removeUnused = (kindDir: string): void => {
  const folders = readdirSync(kindDir).map((name) => ({ name, usedMs: readTime(join(kindDir, name)) }));
  const abandoned = folders.filter(({ name, usedMs }) => isTemporary(name) && usedMs < Date.now() - abandonedMs);
  const finished = folders.filter(({ name }) => !isTemporary(name)).sort((a, b) => b.usedMs - a.usedMs);
  for (const { name } of [...abandoned, ...finished.slice(foldersMax)]) removeAtOnce(kindDir, name);
};

const isTemporary = (name: string): boolean => name.startsWith('building-');

const readTime = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Renames the folder first, so nobody finds half of it. */
const removeAtOnce = (kindDir: string, name: string): void => {
  const removedDir = mkdtempSync(join(kindDir, 'building-'));
  try {
    renameSync(join(kindDir, name), removedDir);
  } catch {
    // Another process was faster.
  }
  rmSync(removedDir, { recursive: true, force: true });
};
