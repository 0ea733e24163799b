import { once } from 'node:events';
import { constants, cpSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { buildOnce, dashboardSources, functionSources, hashSources, stackSources } from '../../../lib/build-cache.ts';
import { LocalError } from '../local-error.ts';

export interface SynthesisOptions {
  environment: string;
  outDir: string;
  dashboard: boolean;
}

/** Returns the assembly in `outDir`: a copy, so the running service keeps it whatever later starts do. */
export const synthesizeAssembly = async (outDir: string, dashboard: boolean): Promise<string> => {
  const sources = [...stackSources, ...functionSources, ...(dashboard ? dashboardSources : [])];
  const hash = hashSources(sources, { dashboard });
  const builtDir = await buildOnce('assemblies', hash, (folder) =>
    synthesizeInThread({ environment: 'staging', outDir: folder, dashboard }),
  );
  rmSync(outDir, { recursive: true, force: true });
  cpSync(builtDir, outDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return outDir;
};

/** Uses a thread of its own: CDK and the bundler leave 150 MB behind, which end with the thread. */
const synthesizeInThread = async (options: SynthesisOptions): Promise<void> => {
  const worker = new Worker(new URL('./synthesize-worker.ts', import.meta.url), { workerData: options });
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
