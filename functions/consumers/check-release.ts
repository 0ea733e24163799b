import { generateKey } from '../domain/access/key-format.ts';
import { env } from '../platform/env.ts';
import { log } from '../platform/log/log.ts';
import { parseJson } from '../platform/parse-json.ts';

interface LifecycleEvent {
  DeploymentId: string;
  LifecycleEventHookExecutionId: string;
}

interface Invocation {
  FunctionError?: string;
  Payload?: Uint8Array;
}

export interface Aws {
  invoke: (functionName: string, event: unknown) => Promise<Invocation>;
  report: (status: { deploymentId: string; lifecycleEventHookExecutionId: string; status: string }) => Promise<unknown>;
}

/**
 * CodeDeploy calls it before a new version gets its first request. Each sentinel gets a call that it must refuse: with a
 * key that nobody has, or a signature that is wrong. For that it loads its code and reads the table or a secret, so code
 * that does not start, a missing right and an unusable key show without any traffic.
 */
export const createReleaseCheck =
  ({ invoke, report }: Aws) =>
  async (event: LifecycleEvent): Promise<void> => {
    const faults = (await Promise.all(env.sentinels().map((sentinel) => findFault(sentinel, invoke)))).flat();
    log(faults.length === 0 ? 'info' : 'error', 'release checked', { operation: 'checkRelease', faults });
    await report({
      deploymentId: event.DeploymentId,
      lifecycleEventHookExecutionId: event.LifecycleEventHookExecutionId,
      status: faults.length === 0 ? 'Succeeded' : 'Failed',
    });
  };

type Fault = { sentinel: string; fault: string };

const findFault = async (sentinel: string, invoke: Aws['invoke']): Promise<Fault[]> => {
  try {
    const { FunctionError, Payload } = await invoke(sentinel, buildRequest());
    const answer = Buffer.from(Payload ?? []).toString();
    const { statusCode, body = '' } = Object(parseJson(answer));
    const isRefused = statusCode === 401 && Object(parseJson(body)).error?.code === 'unauthorized';
    return FunctionError === undefined && isRefused ? [] : [{ sentinel, fault: answer.slice(0, 500) }];
  } catch (error) {
    return [{ sentinel, fault: String(error) }];
  }
};

const buildRequest = () => ({
  httpMethod: 'POST',
  path: '/',
  headers: { Authorization: `Bearer ${generateKey()}`, 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
  queryStringParameters: null,
  pathParameters: null,
  body: '{}',
  isBase64Encoded: false,
  requestContext: { identity: { sourceIp: '127.0.0.1' } },
});

/** Lambda brings these two clients. In a bundle they would be dependencies of ours for one call each. */
const loadAws = (): Aws => {
  const load = (name: string) => require(`@aws-sdk/client-${name}`);
  const [lambda, codeDeploy] = [new (load('lambda').Lambda)(), new (load('codedeploy').CodeDeploy)()];
  return {
    invoke: (FunctionName, event) => lambda.invoke({ FunctionName, Payload: JSON.stringify(event) }),
    report: (status) => codeDeploy.putLifecycleEventHookExecutionStatus(status),
  };
};

export const handler = (event: LifecycleEvent): Promise<void> => createReleaseCheck(loadAws())(event);
