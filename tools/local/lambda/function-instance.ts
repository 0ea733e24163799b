import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import type { FunctionDefinition } from './function-definition.ts';
import {
  type FunctionError,
  type Invocation,
  type Outcome,
  toFunctionError,
  type WorkerOptions,
  type WorkerReport,
} from './function-messages.ts';

/** A worker thread that runs a function. Unlike a Lambda environment it serves concurrent calls. */
export interface Instance {
  timeoutSeconds: number;
  worker: Worker;
  loaded: PromiseWithResolvers<void>;
  pending: Map<string, { resolveCall: (outcome: Outcome) => void; timer?: NodeJS.Timeout }>;
  acceptsCalls: boolean;
  memoryTimer: NodeJS.Timeout | undefined;
  /** The end of its log, for an error that has no trace of its own. */
  lastLines: string[];
}

const lastLinesMax = 5;

/** Lambda's limit for the init phase, separate from the function's timeout. */
const initSecondsMax = 10;

const memoryCheckMs = 100;

/**
 * The same for every function, whatever its memory in the template: with more, V8 hardly ever collects, and dozens of
 * workers need gigabytes. It is enough for the largest payloads of the calls that share a worker.
 */
const heapMbMax = 256;
const youngGenerationMbMax = 8;

/** This is below V8's own limit, at which one large allocation aborts the whole process. */
const usedHeapBytesMax = 0.75 * heapMbMax * 1024 * 1024;

export const startInstance = (
  definition: FunctionDefinition,
  environment: Record<string, string>,
  onLine: (line: string) => void,
): Instance => {
  const lastLines: string[] = [];
  const { worker, logEnded } = startWorker(definition, environment, (line) => {
    lastLines.push(line);
    if (lastLines.length > lastLinesMax) lastLines.shift();
    onLine(line);
  });
  const { timeoutSeconds } = definition;
  const instance: Instance = {
    timeoutSeconds,
    worker,
    loaded: Promise.withResolvers(),
    pending: new Map(),
    acceptsCalls: true,
    memoryTimer: undefined,
    lastLines,
  };
  const loadingTimer = setTimeout(() => {
    failPending(instance, (requestId) => timeoutError(requestId, initSecondsMax));
  }, initSecondsMax * 1000);
  void instance.loaded.promise.then(() => clearTimeout(loadingTimer));
  worker.on('message', (report: WorkerReport) => {
    if (report.kind === 'ready') instance.loaded.resolve();
    else resolveCall(instance, report.requestId, report.outcome);
  });
  worker.on('error', (thrown) =>
    failPending(instance, isOutOfMemory(thrown) ? killedError(instance) : () => toFunctionError(thrown)),
  );
  worker.on('exit', async (code) => {
    instance.acceptsCalls = false;
    await logEnded;
    failPending(instance, (requestId) => exitError(requestId, `exit status ${code}`, lastLines));
  });
  return instance;
};

export const callInstance = (instance: Instance, requestId: string, event: string): Promise<Outcome> =>
  new Promise((resolve) => {
    instance.pending.set(requestId, { resolveCall: resolve });
    instance.memoryTimer ??= watchMemory(instance);
    void instance.loaded.promise.then(() => sendCall(instance, requestId, event));
  });

const startWorker = (
  { logicalId, codeDir, handler, name, arn, memoryMb }: FunctionDefinition,
  env: Record<string, string>,
  onLine: (line: string) => void,
): { worker: Worker; logEnded: Promise<unknown> } => {
  const worker = new Worker(getWorkerUrl(), {
    name: logicalId,
    env,
    // Keeps Node options of this process, such as a test runner's, out of the function.
    execArgv: [],
    workerData: { codeDir, handler, name, arn, memoryMb } satisfies WorkerOptions,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax, maxYoungGenerationSizeMb: youngGenerationMbMax },
    stdout: true,
    stderr: true,
  });
  const readers = [worker.stdout, worker.stderr].map((input) => createInterface({ input }).on('line', onLine));
  return { worker, logEnded: Promise.all(readers.map((reader) => once(reader, 'close'))) };
};

let workerUrl: URL | undefined;

/**
 * Plain JavaScript, because loading the TypeScript compiler would take two thirds of the start of each worker. A module,
 * because only a module waits for what NODE_OPTIONS imports.
 */
const getWorkerUrl = (): URL => {
  if (workerUrl) return workerUrl;
  const entryPoints = [fileURLToPath(new URL('./function-worker.ts', import.meta.url))];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, platform: 'node', format: 'esm', write: false });
  workerUrl = new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
  return workerUrl;
};

/** Until the last call has ended: most end before the first check, which interrupts the function. */
const watchMemory = (instance: Instance): NodeJS.Timeout => {
  const checkMemory = async (): Promise<void> => {
    const { used_heap_size: bytes } = await instance.worker.getHeapStatistics();
    if (bytes > usedHeapBytesMax) failPending(instance, killedError(instance));
  };
  return setInterval(() => checkMemory().catch(() => undefined), memoryCheckMs).unref();
};

/** The timeout starts here: init time does not count. */
const sendCall = (instance: Instance, requestId: string, event: string): void => {
  const call = instance.pending.get(requestId);
  if (call === undefined) return;
  const limitMs = instance.timeoutSeconds * 1000;
  call.timer = setTimeout(() => {
    instance.acceptsCalls = false;
    resolveCall(instance, requestId, { ok: false, error: timeoutError(requestId, instance.timeoutSeconds) });
  }, limitMs);
  instance.worker.postMessage({ requestId, event, deadlineMs: Date.now() + limitMs } satisfies Invocation);
};

const resolveCall = (instance: Instance, requestId: string, outcome: Outcome): void => {
  const call = instance.pending.get(requestId);
  instance.pending.delete(requestId);
  clearTimeout(call?.timer);
  call?.resolveCall(outcome);
  if (instance.pending.size > 0) return;
  clearInterval(instance.memoryTimer);
  instance.memoryTimer = undefined;
  // After a timeout the worker may still run the lost call; it ends when its other calls are done.
  if (!instance.acceptsCalls) void instance.worker.terminate();
};

const failPending = (instance: Instance, createError: (requestId: string) => FunctionError): void => {
  instance.acceptsCalls = false;
  instance.loaded.resolve();
  for (const requestId of [...instance.pending.keys()]) {
    resolveCall(instance, requestId, { ok: false, error: createError(requestId) });
  }
};

const timeoutError = (requestId: string, seconds: number): FunctionError => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
  trace: [],
});

const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';

const killedError =
  ({ lastLines }: Instance) =>
  (requestId: string): FunctionError =>
    exitError(requestId, 'signal: killed', lastLines);

const exitError = (requestId: string, reason: string, lastLines: readonly string[]): FunctionError => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${reason}`,
  trace: [...lastLines],
});
