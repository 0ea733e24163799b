import { GetAliasCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Settings } from '../../../lib/settings.ts';
import { countMessages, createSqsClient, findQueues } from '../queues.ts';
import { readBlockState, toStacks } from '../service-block.ts';
import { findStack, listResources } from '../stacks.ts';

export type Outputs = ReadonlyMap<string, string>;

export interface ExaminedStacks {
  findings: Finding[];
  /** The outputs of all stacks that exist. */
  outputs: Outputs;
  serviceName: string | undefined;
}

export interface StackPlace {
  name: string;
  /** Missing for the environment's own. */
  region?: string;
}

export const examineStacks = async (env: string, places: readonly StackPlace[]): Promise<ExaminedStacks> => {
  const found = await Promise.all(
    places.map(async ({ name, region }) => {
      const stackName = `Switchboard-${env}-${name}`;
      return { stackName, stack: await findStack(stackName, region) };
    }),
  );
  const outputs = found.flatMap(({ stack }) => stack?.Outputs ?? []);
  return {
    findings: found.map(({ stackName, stack }) => judgeStack(stackName, stack?.StackStatus)),
    outputs: new Map(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
    serviceName: found.find(({ stackName, stack }) => stack && stackName.endsWith('-service'))?.stackName,
  };
};

const judgeStack = (name: string, status: string | undefined): Finding => {
  const check = `stack ${name}`;
  if (status === undefined) return problem(check, 'is not deployed', `Run npx cdk deploy ${name}.`);
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status)) return ok(check, status);
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return problem(check, status, `Run aws cloudformation continue-update-rollback --stack-name ${name}.`);
  if (status === 'UPDATE_ROLLBACK_COMPLETE')
    return problem(check, 'the last deployment was rolled back', 'Read the events of the stack, then deploy again.');
  return problem(check, status, 'Wait until it has settled; then read the events of the stack.');
};

/** An alias that was moved by hand makes the next gradual deployment fail. */
export const checkAliases = async (serviceName: string): Promise<Finding[]> => {
  const lambda = new LambdaClient();
  const aliases: string[] = [];
  const versions = new Map<string, number>();
  for (const { type, physicalId } of await listResources(serviceName)) {
    const [, functionName = '', qualifier = ''] = /:function:([^:]+):([^:]+)$/.exec(physicalId) ?? [];
    if (type === 'AWS::Lambda::Alias') aliases.push(physicalId);
    if (type === 'AWS::Lambda::Version')
      versions.set(functionName, Math.max(Number(qualifier), versions.get(functionName) ?? 0));
  }
  if (aliases.length === 0) return [];
  const moved: string[] = [];
  for (const id of aliases) {
    const [, FunctionName = '', Name = ''] = /:function:([^:]+):([^:]+)$/.exec(id) ?? [];
    const alias = await lambda.send(new GetAliasCommand({ FunctionName, Name }));
    if (Number(alias.FunctionVersion) !== versions.get(FunctionName)) moved.push(FunctionName);
  }
  return moved.length === 0
    ? [ok('aliases', `${aliases.length} point to the deployed version`)]
    : [
        problem(
          'aliases',
          `${moved.join(', ')} ${moved.length === 1 ? 'does' : 'do'} not point to the deployed version`,
          'Point the alias back to it, or deploy once with --context skipCanary=true.',
        ),
      ];
};

/** Finds what somebody stopped by hand and may have forgotten. */
export const checkBlocked = async (env: string, { throttle, publicThrottle }: Settings): Promise<Finding[]> => {
  const { closedMethods, rates, pausedSources, stoppedFunctions } = await readBlockState(toStacks(env));
  const remedy = `Run npx switchboard service unblock --env ${env}, once the reason is gone.`;
  const stopped = [
    ...(closedMethods.length > 0 ? [`${closedMethods.length} methods of the API refuse every request`] : []),
    ...(pausedSources.length > 0 ? [`paused: ${pausedSources.join(', ')}`] : []),
    ...(stoppedFunctions.length > 0 ? [`concurrency 0: ${stoppedFunctions.join(', ')}`] : []),
  ];
  const known = [throttle, ...Object.values(publicThrottle)].map(({ requestsPerSecond }) => requestsPerSecond);
  const changed = [...rates].flatMap(([path, rate]) => (rate === 0 || known.includes(rate) ? [] : `${path} ${rate}`));
  return [
    stopped.length === 0
      ? ok('traffic', 'no request is blocked and no queue is paused')
      : problem('traffic', stopped.join('; '), remedy),
    ...(changed.length === 0
      ? []
      : [attention('throttles', `not as in the settings: ${changed.join(', ')}`, 'Deploy, or service unblock.')]),
  ];
};

export const checkDeadLetters = async (stackName: string): Promise<Finding[]> => {
  const client = createSqsClient();
  const counts = await Promise.all(
    (await findQueues(stackName)).map(async ({ name, deadLettersUrl }) => {
      const { waiting, in_flight } = await countMessages(client, deadLettersUrl);
      return { name, count: waiting + in_flight };
    }),
  );
  const found = counts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} of ${name}`);
  return [
    found.length === 0
      ? ok('dead letters', 'none')
      : problem('dead letters', found.join(', '), 'See "Dead letters and redrive" in docs/operations.md.'),
  ];
};

/** `attention`: fine for some environments. `problem`: the environment does not work as its settings say. */
export interface Finding {
  check: string;
  status: 'ok' | 'attention' | 'problem';
  detail: string;
  remedy?: string;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail });

export const attention = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: 'attention',
  detail,
  remedy,
});

export const problem = (check: string, detail: string, remedy: string): Finding => ({
  check,
  status: 'problem',
  detail,
  remedy,
});

/** A check that AWS does not answer is a problem of its own, and the others still run. */
export const runCheck = async (check: string, find: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await find();
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return [
      problem(check, `could not be checked: ${message}`, 'Check your credentials and rights, then run it again.'),
    ];
  }
};
