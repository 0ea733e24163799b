import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { DashboardSettings } from '../../../lib/dashboard/settings.ts';
import type { Settings } from '../../../lib/settings.ts';
import { checkBackup, checkChannelSecrets, checkEncryptionSecrets } from './data.ts';
import { attention, type Finding, ok, problem, runCheck } from './finding.ts';
import {
  checkAliases,
  checkBlocked,
  checkDeadLetters,
  type ExaminedStacks,
  examineStacks,
  type Outputs,
} from './stacks.ts';

/** Everything that a deployment needs and no template can make sure of. Changes nothing. */
export const examineEnvironment = async (env: string, settings: Settings): Promise<Finding[]> => {
  const { dashboard, backup, secondRegion } = settings;
  const account = await Promise.all([
    runCheck('account', () => checkAccount(settings)),
    runCheck('region', () => checkRegion(settings)),
    runCheck('bootstrap', checkBootstrap),
    runCheck('concurrency', checkConcurrency),
    backup ? runCheck('backup', checkBackup) : [],
  ]);
  let stacks: ExaminedStacks = { findings: [], outputs: new Map(), serviceName: undefined };
  const places = [
    ...['data', 'service', ...(dashboard ? ['dashboard'] : [])].map((name) => ({ name })),
    ...(secondRegion ? [{ name: 'copies', region: secondRegion }] : []),
    ...(dashboard?.firewall ? [{ name: 'edge', region: 'us-east-1' }] : []),
  ];
  const stackFindings = await runCheck('stacks', async () => {
    stacks = await examineStacks(env, places);
    return stacks.findings;
  });
  const { outputs, serviceName } = stacks;
  const region = await new STSClient().config.region();
  const deployed = await Promise.all([
    runCheck('channel secrets', () => checkChannelSecrets(outputs)),
    runCheck('encryption secrets', () => checkEncryptionSecrets(outputs)),
    runCheck('alarm email', () => checkAlarmEmail(settings, outputs)),
    serviceName === undefined ? [] : runCheck('aliases', () => checkAliases(serviceName)),
    serviceName === undefined ? [] : runCheck('traffic', () => checkBlocked(env, settings)),
    serviceName === undefined ? [] : runCheck('dead letters', () => checkDeadLetters(serviceName)),
    dashboard ? runCheck('issuer', () => checkIssuer(dashboard, outputs, region)) : [],
  ]);
  return [account, [stackFindings], deployed].flat(2);
};

const checkAccount = async ({ account }: Settings): Promise<Finding[]> => {
  const { Account: actual = '' } = await new STSClient().send(new GetCallerIdentityCommand());
  if (account === undefined)
    return [attention('account', `${actual}, by your credentials`, `Set account: '${actual}' in lib/settings.ts.`)];
  return account === actual
    ? [ok('account', actual)]
    : [problem('account', `${actual}, but the settings say ${account}`, 'Use the credentials of the right account.')];
};

const checkRegion = async ({ region }: Settings): Promise<Finding[]> => {
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

const checkBootstrap = async (): Promise<Finding[]> => {
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

const checkConcurrency = async (): Promise<Finding[]> => {
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

const check = 'alarm email';

const checkAlarmEmail = async ({ alarmEmail }: Settings, outputs: Outputs): Promise<Finding[]> => {
  if (alarmEmail === undefined)
    return [attention(check, 'is not set, so alarms show only on the console', 'Set alarmEmail in lib/settings.ts.')];
  const TopicArn = outputs.get('AlarmTopicArn');
  if (TopicArn === undefined) return [];
  for await (const page of paginateListSubscriptionsByTopic({ client: new SNSClient() }, { TopicArn }))
    for (const { Endpoint, SubscriptionArn = '' } of page.Subscriptions ?? [])
      if (Endpoint === alarmEmail && SubscriptionArn.startsWith('arn:'))
        return [ok(check, `${alarmEmail} is confirmed`)];
  const remedy = 'Follow the link in the email "AWS Notification - Subscription Confirmation"; it is valid for 3 days.';
  return [problem(check, `${alarmEmail} is not confirmed, so alarms reach no one`, remedy)];
};

const timeoutMs = 5_000;

const checkIssuer = async ({ issuer }: DashboardSettings, outputs: Outputs, region: string): Promise<Finding[]> => {
  const poolId = outputs.get('UserPoolId');
  if (issuer === 'cognito' && poolId === undefined) return [];
  const url = issuer === 'cognito' ? `https://cognito-idp.${region}.amazonaws.com/${poolId}` : issuer.url;
  const reason = await explainUnusable(url);
  return reason === undefined
    ? [ok('issuer', url)]
    : [problem('issuer', `${url} ${reason}, so no one can sign in`, 'Check dashboard.issuer.url and the issuer.')];
};

/** Undefined if the discovery document is there and belongs to this URL. */
const explainUnusable = async (url: string): Promise<string | undefined> => {
  try {
    const discovery = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(discovery, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) return `answers ${response.status} for its discovery document`;
    const { issuer } = Object(await response.json());
    return issuer === url ? undefined : `has the discovery document of ${issuer}`;
  } catch {
    return 'cannot be reached';
  }
};
