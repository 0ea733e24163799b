import { BackupClient, DescribeRegionSettingsCommand } from '@aws-sdk/client-backup';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod';
import type { EncryptionSecretName, SigningChannel } from '../../../functions/model/secret.ts';
import type { DashboardSettings } from '../../../lib/dashboard/settings.ts';
import type { Settings } from '../../../lib/settings.ts';
import { findOutput, findStack } from '../stacks.ts';
import { checkEmail } from './email.ts';
import {
  attention,
  checkAliases,
  checkBlocked,
  checkDeadLetters,
  type ExaminedStacks,
  examineStacks,
  type Finding,
  type Outputs,
  ok,
  problem,
  runCheck,
} from './stacks.ts';

/** Everything that a deployment needs and no template can make sure of. Changes nothing. */
export const examineEnvironment = async (env: string, settings: Settings): Promise<Finding[]> => {
  const { dashboard, backup, secondRegion, email } = settings;
  const account = await Promise.all([
    runCheck('account', () => checkAccount(settings)),
    runCheck('region', () => checkRegion(settings)),
    runCheck('bootstrap', checkBootstrap),
    runCheck('concurrency', checkConcurrency),
    backup ? runCheck('backup', checkBackup) : [],
    email ? runCheck('email', () => checkEmail(email)) : [],
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
  const output = findOutput(await findStack('CDKToolkit'), 'BootstrapVersion');
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

const checkBackup = async (): Promise<Finding[]> => {
  const { ResourceTypeOptInPreference: optIn, ResourceTypeManagementPreference: managed } =
    await new BackupClient().send(new DescribeRegionSettingsCommand({}));
  if (optIn?.['DynamoDB'] && managed?.['DynamoDB']) return [ok('backup', 'AWS Backup manages DynamoDB in this region')];
  return [
    problem(
      'backup',
      'AWS Backup does not manage DynamoDB in this region, so copies fail',
      'Run aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true ' +
        '--resource-type-management-preference DynamoDB=true.',
    ),
  ];
};

const channelSecret = z.object({ app_secrets: z.array(z.string()) });

const channelOutputs: Record<SigningChannel, string> = { msgapp: 'MsgappSecretArn', social: 'SocialSecretArn' };

/** Never prints a value. */
const checkChannelSecrets = async (outputs: Outputs): Promise<Finding[]> => {
  const findings = Object.entries(channelOutputs).map(async ([channel, output]): Promise<Finding[]> => {
    const SecretId = outputs.get(output);
    if (SecretId === undefined) return [];
    const { success, data } = channelSecret.safeParse(await readJsonSecret(SecretId));
    const check = `secret of ${channel}`;
    if (success && data.app_secrets.some((secret) => secret.length > 0)) return [ok(check, 'is filled in')];
    const remedy = `If you use ${channel}, put its app secret into ${output}: see "Secrets" in docs/operations.md.`;
    return success
      ? [attention(check, 'has no app secret, so every webhook of the channel is refused', remedy)]
      : [problem(check, 'is not {"app_secrets":[…],"verify_token":"…"}', remedy)];
  });
  return (await Promise.all(findings)).flat();
};

const encryptionSecret = z.looseObject({ current: z.string().regex(/^[a-z0-9]{1,32}$/) });

const encryptionOutputs: Record<EncryptionSecretName, string> = {
  encryption: 'EncryptionSecretArn',
  channelEncryption: 'ChannelEncryptionSecretArn',
};

const checkEncryptionSecrets = async (outputs: Outputs): Promise<Finding[]> => {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const [name, output] of Object.entries(encryptionOutputs)) {
    const SecretId = outputs.get(output);
    if (SecretId === undefined) continue;
    const { success, data } = encryptionSecret.safeParse(await readJsonSecret(SecretId));
    const { current, ...keys } = data ?? { current: '' };
    const ids = Object.keys(keys);
    const check = `secret ${name}`;
    if (!success || typeof keys[current] !== 'string')
      findings.push(problem(check, 'has no key under its current id', `Correct ${output}: see docs/operations.md.`));
    else if (ids.some((id) => seen.has(id)))
      findings.push(
        attention(check, 'shares a key with the other secret', 'Run admin secrets rotate, then remove it.'),
      );
    else if (ids.length > 1)
      findings.push(
        attention(check, `keeps ${ids.length - 1} earlier keys`, 'Run admin secrets rotate, then remove them.'),
      );
    else findings.push(ok(check, `key ${current}`));
    for (const id of ids) seen.add(id);
  }
  return findings;
};

const readJsonSecret = async (SecretId: string): Promise<unknown> => {
  const { SecretString: text = '' } = await new SecretsManagerClient().send(new GetSecretValueCommand({ SecretId }));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
