import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../../../lib/settings.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

export const checkAccount = async ({ account }: Settings): Promise<Finding[]> => {
  const { Account: actual = '' } = await new STSClient().send(new GetCallerIdentityCommand());
  if (account === undefined)
    return [attention('account', `${actual}, by your credentials`, `Set account: '${actual}' in lib/settings.ts.`)];
  return account === actual
    ? [ok('account', actual)]
    : [problem('account', `${actual}, but the settings say ${account}`, 'Use the credentials of the right account.')];
};

export const checkRegion = async ({ region }: Settings): Promise<Finding[]> => {
  const actual = await new STSClient().config.region();
  if (region === undefined)
    return [
      attention('region', actual, `Set region: '${actual}' in lib/settings.ts, so no deployment goes elsewhere.`),
    ];
  return region === actual
    ? [ok('region', actual)]
    : [problem('region', `${actual}, but the settings say ${region}`, `Add --region ${region}.`)];
};

/** The version that templates of this CDK release require. */
const bootstrapVersionMin = 6;

export const checkBootstrap = async (): Promise<Finding[]> => {
  const { Stacks: [stack] = [] } = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName: 'CDKToolkit' }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('does not exist')) return { Stacks: [] };
      throw error;
    });
  const output = stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
  if (output === undefined)
    return [problem('bootstrap', 'this account and region are not bootstrapped', 'Run npx cdk bootstrap.')];
  return Number(output) >= bootstrapVersionMin
    ? [ok('bootstrap', `version ${output}`)]
    : [problem('bootstrap', `version ${output} is too old`, 'Run npx cdk bootstrap again.')];
};

/** The default of an account that is not new, and about what the queues and a busy API need together. */
const concurrencyMin = 1_000;

export const checkConcurrency = async (): Promise<Finding[]> => {
  const { AccountLimit: limit } = await new LambdaClient().send(new GetAccountSettingsCommand());
  const actual = limit?.ConcurrentExecutions ?? 0;
  return actual >= concurrencyMin
    ? [ok('concurrency', `${actual} concurrent executions of Lambda`)]
    : [
        problem(
          'concurrency',
          `${actual} concurrent executions of Lambda; beyond them, callers get errors`,
          `Request ${concurrencyMin}: aws service-quotas request-service-quota-increase --service-code lambda ` +
            `--quota-code L-B99A9384 --desired-value ${concurrencyMin}`,
        ),
      ];
};
