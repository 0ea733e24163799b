import { once } from 'node:events';
import { constants, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { buildOnce, functionSources, hashSources, stackSources } from '../../../lib/build-cache.ts';
import { buildChat } from '../../../lib/chat/build.ts';
import { buildDashboard } from '../../../lib/dashboard/build.ts';
import { LocalError } from '../local-error.ts';

export interface SynthesisOptions {
  environment: string;
  outDir: string;
  dashboard: boolean;
}

const workers = [new URL('./bundle-worker.ts', import.meta.url), new URL('./synthesize-worker.ts', import.meta.url)];

/**
 * Returns the assembly in `outDir`: a copy, so the running service keeps it whatever later starts do. Instead of a bundle
 * of its own, each function has a line that loads it from chunks beside the assets, so neither has to wait for the other.
 * The files of the dashboard are left out.
 */
export const synthesizeAssembly = async (outDir: string, dashboard: boolean): Promise<string> => {
  const hash = hashSources([...stackSources, ...functionSources, 'tools/local/npm-start/*-worker.ts'], { dashboard });
  const builtDir = await buildOnce('assemblies', hash, async (folder) => {
    const options = { environment: 'staging', outDir: folder, dashboard };
    await Promise.all(workers.map((worker) => runInThread(worker, options)));
  });
  return replaceFolder(outDir, builtDir);
};

export const buildDashboardFiles = async (outDir: string): Promise<string> =>
  replaceFolder(outDir, await buildDashboard());

export const buildChatFiles = async (outDir: string): Promise<string> => replaceFolder(outDir, await buildChat());

const replaceFolder = (outDir: string, builtDir: string): string => {
  const sourcePath = `${outDir}.source`;
  const isThere = existsSync(outDir) && existsSync(sourcePath);
  if (isThere && readFileSync(sourcePath, 'utf8') === builtDir) return outDir;
  for (const path of [sourcePath, outDir]) rmSync(path, { recursive: true, force: true });
  cpSync(builtDir, outDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  // Written last: it says that the copy is complete.
  writeFileSync(sourcePath, builtDir);
  return outDir;
};

/** Uses a thread of its own: CDK leaves 100 MB behind, which end with the thread. */
const runInThread = async (url: URL, workerData: SynthesisOptions): Promise<void> => {
  const worker = new Worker(url, { workerData });
  try {
    await once(worker, 'message');
  } catch (error) {
    // esbuild has printed its errors.
    if (error instanceof Error && 'errors' in error)
      throw new LocalError('The functions cannot be bundled: see the errors above.');
    throw new LocalError(`The stacks cannot be synthesized: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await worker.terminate();
  }
};
