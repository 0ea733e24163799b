import { Worker } from 'node:worker_threads';
import type * as z from 'zod';
import { LocalError } from '../local-error.ts';

export interface AdminCall {
  id: number;
  command: string[];
}

export interface AdminReport {
  id: number;
  exitCode: number;
  output: string;
  errors: string;
}

export interface Admin {
  run: <Schema extends z.ZodType>(command: string[], schema: Schema) => Promise<z.infer<Schema>>;
  stop: () => Promise<void>;
}

/**
 * Runs the admin command line as an operator would, so the set-up uses no private path. All commands share a thread,
 * because loading the command line takes longer than running it. It starts at once, or with the first command.
 */
export const startAdmin = (localDir: string, startsAtOnce: boolean): Admin => {
  const waiting = new Map<number, (report: AdminReport) => void>();
  let started: Worker | undefined;
  let lastId = 0;
  const start = (): Worker => {
    const worker = new Worker(new URL('./admin-worker.ts', import.meta.url), {
      env: { ...process.env, LOCAL_DIR: localDir },
    });
    worker.on('message', (report: AdminReport) => {
      waiting.get(report.id)?.(report);
      waiting.delete(report.id);
    });
    worker.on('error', (error) => {
      for (const [id, end] of waiting) end({ id, exitCode: 1, output: '', errors: String(error) });
    });
    return worker;
  };
  if (startsAtOnce) started = start();
  const call = (command: string[]): Promise<AdminReport> =>
    new Promise((end) => {
      lastId += 1;
      waiting.set(lastId, end);
      started ??= start();
      started.postMessage({ id: lastId, command } satisfies AdminCall);
    });
  return {
    run: async (command, schema) => {
      const { exitCode, output, errors } = await call(command);
      if (exitCode === 0) return schema.parse(JSON.parse(output));
      const name = command.join(' ').replace(/ -.*/, '');
      throw new LocalError(`The local service could not be set up: "${name}" failed. ${errors.trim()}`);
    },
    stop: async () => void (await started?.terminate()),
  };
};
