import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Call, type FunctionStart, functionError, type Outcome, type Report } from './function-messages.ts';

/** Runs inside a worker thread: loads the bundle as Lambda's Node runtime would, then answers calls. */
const run = (start: FunctionStart): void => {
  const handler = loadHandler(start);
  parentPort?.on('message', async (call: Call) => {
    report({ kind: 'ended', requestId: call.requestId, outcome: await answer(handler, start, call) });
  });
  report({ kind: 'ready' });
};

type Handler = (event: unknown, context: unknown) => unknown;

const report = (message: Report): void => parentPort?.postMessage(message);

const loadHandler = ({ codeDir, handler }: FunctionStart): Handler => {
  const [moduleName = '', exportName = ''] = basename(handler).split('.', 2);
  const stem = join(codeDir, dirname(handler), moduleName);
  const path = ['.js', '.cjs', '.mjs'].map((extension) => stem + extension).find(existsSync);
  if (path === undefined) throw new Error(`Cannot find module '${moduleName}' of handler ${handler}`);
  const loaded: Record<string, unknown> = createRequire(path)(path);
  const found = loaded[exportName];
  if (typeof found !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return (event, context) => found(event, context);
};

const answer = async (handler: Handler, start: FunctionStart, call: Call): Promise<Outcome> => {
  try {
    const result = await handler(JSON.parse(call.event), contextOf(start, call));
    return { ok: true, payload: JSON.stringify(result) ?? 'null' };
  } catch (thrown) {
    return { ok: false, error: functionError(thrown) };
  }
};

const contextOf = ({ name, arn, memoryMb }: FunctionStart, { requestId, deadlineMs }: Call) => ({
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
