import { randomUUID } from 'node:crypto';
import { LocalError } from '../local-error.ts';
import { region } from '../template/resource-identity.ts';
import type { FunctionDefinition } from './function-definition.ts';
import { callInstance, type Instance, startInstance } from './function-instance.ts';
import { type Outcome, toFunctionError } from './function-messages.ts';

export type OnLog = (functionId: string, line: string) => void;

export interface HostedFunction {
  definition: FunctionDefinition;
  environment: () => Record<string, string>;
  /** Takes the event as JSON. Never rejects: errors are part of the outcome. */
  invoke: (event: string, requestId?: string) => Promise<Outcome>;
  logError: (message: string) => void;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface HostContext {
  accessKeyId: string;
  dynamodbEndpoint: string;
  /** Stands before DynamoDB and checks the rights of the role that the session token names. */
  tableGuardEndpoint?: string;
  sqsEndpoint: string;
  secretsManagerEndpoint: string;
  sesEndpoint?: string;
  eventApiEndpoint?: string;
  extraEnvironment: Record<string, string>;
}

/** Lambda's limit for an event and for a result. */
const payloadBytesMax = 6 * 1024 * 1024;

/**
 * Lambda starts an environment per concurrent call; here they share a thread. With more, calls wait so long for the
 * thread that their own table requests time out.
 */
const concurrentCallsMax = 30;

/** Runs a function in its own worker thread, which starts on the first call and is replaced after a crash. */
export const hostFunction = (definition: FunctionDefinition, context: HostContext, onLog: OnLog): HostedFunction => {
  const instances = new Set<Instance>();
  const runLimited = limitConcurrency(concurrentCallsMax);
  let isStopped = false;
  const call = (requestId: string, event: string): Promise<Outcome> =>
    captureOutcome(() => callInstance(getOrStartInstance(), requestId, event));
  const environment = () => ({ ...definition.environment(), ...runtimeEnvironment(definition, context) });
  const logError = (message: string, trace: string[] = []): void =>
    onLog(definition.logicalId, JSON.stringify({ timestamp: new Date(), level: 'error', message, trace }));
  const getOrStartInstance = (): Instance => {
    if (isStopped) throw new Error(`${definition.logicalId} was called after the service stopped.`);
    const available = [...instances].find(({ acceptsCalls }) => acceptsCalls);
    if (available !== undefined) return available;
    const started = startInstance(definition, { ...environment(), ...roleEnvironment(definition, context) }, (line) =>
      onLog(definition.logicalId, line),
    );
    instances.add(started);
    started.worker.on('exit', () => instances.delete(started));
    return started;
  };
  const kill = async (): Promise<void> => {
    await Promise.all([...instances].map(({ worker }) => worker.terminate()));
  };
  return {
    definition,
    environment,
    invoke: async (event, requestId = randomUUID()) => {
      const outcome = await runLimited(() => call(requestId, event));
      if (!outcome.ok && !isStopped)
        logError(`${outcome.error.errorType}: ${outcome.error.errorMessage}`, outcome.error.trace);
      return outcome;
    },
    logError,
    kill,
    stop: () => {
      isStopped = true;
      return kill();
    },
  };
};

/** These variables are not part of `environment`, which tests and tools use with all rights. */
const roleEnvironment = (
  { roleArn }: FunctionDefinition,
  { tableGuardEndpoint, extraEnvironment }: HostContext,
): Record<string, string> =>
  tableGuardEndpoint === undefined
    ? {}
    : { AWS_ENDPOINT_URL_DYNAMODB: tableGuardEndpoint, AWS_SESSION_TOKEN: roleArn(), ...extraEnvironment };

/** The variables Lambda sets. Nothing leaks in from this process. */
const runtimeEnvironment = (
  { name, handler, codeDir, memoryMb }: FunctionDefinition,
  context: HostContext,
): Record<string, string> => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: context.accessKeyId,
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  LAMBDA_TASK_ROOT: codeDir,
  _HANDLER: handler,
  TZ: ':UTC',
  AWS_ENDPOINT_URL_DYNAMODB: context.dynamodbEndpoint,
  AWS_ENDPOINT_URL_SQS: context.sqsEndpoint,
  AWS_ENDPOINT_URL_S3: context.sqsEndpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: context.secretsManagerEndpoint,
  ...(context.sesEndpoint ? { AWS_ENDPOINT_URL_SESV2: context.sesEndpoint } : {}),
  // No client of the SDK reads it: the functions publish by themselves.
  ...(context.eventApiEndpoint ? { AWS_ENDPOINT_URL_APPSYNC: context.eventApiEndpoint } : {}),
  ...context.extraEnvironment,
});

const captureOutcome = async (call: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return checkSize(await call());
  } catch (thrown) {
    return { ok: false, error: toFunctionError(thrown) };
  }
};

const checkSize = (outcome: Outcome): Outcome => {
  if (!outcome.ok || Buffer.byteLength(outcome.payload) <= payloadBytesMax) return outcome;
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${payloadBytesMax} bytes).`;
  return { ok: false, error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage, trace: [] } };
};

export const getFunctionByReference = (functions: HostedFunction[], reference: string): HostedFunction => {
  const unqualified = reference.startsWith('arn:') ? reference.split(':').slice(0, 7).join(':') : reference;
  const found = functions.find(({ definition: { name, arn } }) => name === unqualified || arn === unqualified);
  if (found === undefined) throw new LocalError(`The assembly has no Node.js function ${reference}.`);
  return found;
};

export const getFunctionByPrefix = (functions: HostedFunction[], prefix: string): HostedFunction => {
  const exact = functions.find(({ definition }) => definition.logicalId === prefix);
  const [first, ...others] = functions.filter(({ definition }) => definition.logicalId.startsWith(prefix));
  const found = exact ?? (others.length === 0 ? first : undefined);
  if (found !== undefined) return found;
  const names = functions.map(({ definition }) => definition.logicalId).join(', ');
  throw new LocalError(`"${prefix}" matches ${first ? 'several functions' : 'no function'}. Functions: ${names}.`);
};

/** Invokes a function as a gateway does, which gives up before the function may have ended. */
export const invokeWithin = async (
  hosted: HostedFunction,
  event: unknown,
  limitMs: number,
): Promise<Outcome | 'too large' | 'timeout'> => {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > payloadBytesMax) return 'too large';
  const limit = Promise.withResolvers<'timeout'>();
  const timer = setTimeout(() => limit.resolve('timeout'), limitMs);
  return Promise.race([hosted.invoke(payload), limit.promise]).finally(() => clearTimeout(timer));
};

/** p-limit in 16 lines: runs at most `concurrencyMax` at once, the rest in order of arrival. */
export const limitConcurrency = (concurrencyMax: number) => {
  const waiting: (() => void)[] = [];
  let freeSlots = concurrencyMax;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else freeSlots += 1;
    }
  };
};
