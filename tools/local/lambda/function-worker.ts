import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type Invocation,
  type Outcome,
  toFunctionError,
  type WorkerOptions,
  type WorkerReport,
} from './function-messages.ts';

/** Entry of the worker thread: loads the bundle as Lambda's Node.js runtime does, then handles calls. */
const run = (options: WorkerOptions): void => {
  const handler = loadHandler(options);
  parentPort?.on('message', async (call: Invocation) => {
    report({ kind: 'ended', requestId: call.requestId, outcome: await invokeHandler(handler, options, call) });
  });
  report({ kind: 'ready' });
};

type Handler = (event: unknown, context: unknown) => unknown;

const report = (message: WorkerReport): void => parentPort?.postMessage(message);

const loadHandler = ({ codeDir, handler }: WorkerOptions): Handler => {
  const [moduleName = '', exportName = ''] = basename(handler).split('.', 2);
  const stem = join(codeDir, dirname(handler), moduleName);
  const path = ['.js', '.cjs', '.mjs'].map((extension) => stem + extension).find(existsSync);
  if (path === undefined) throw new Error(`Cannot find module '${moduleName}' of handler ${handler}`);
  const moduleExports: Record<string, unknown> = createRequire(path)(path);
  const handlerFunction = moduleExports[exportName];
  if (typeof handlerFunction !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return (event, context) => handlerFunction(event, context);
};

const invokeHandler = async (handler: Handler, options: WorkerOptions, call: Invocation): Promise<Outcome> => {
  try {
    const result = await handler(JSON.parse(call.event), buildContext(options, call));
    return { ok: true, payload: JSON.stringify(result) ?? 'null' };
  } catch (thrown) {
    return { ok: false, error: toFunctionError(thrown) };
  }
};

const buildContext = ({ name, arn, memoryMb }: WorkerOptions, { requestId, deadlineMs }: Invocation) => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: name,
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: String(memoryMb),
  logGroupName: `/aws/lambda/${name}`,
  logStreamName: 'local',
  getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
});

run(workerData);
