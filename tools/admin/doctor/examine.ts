import { STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../../../lib/settings.ts';
import { checkAccount, checkBootstrap, checkConcurrency, checkRegion } from './account.ts';
import { checkBackup, checkChannelSecrets, checkEncryptionSecrets } from './data.ts';
import { type Finding, runCheck } from './finding.ts';
import { checkAlarmEmail, checkIssuer } from './outside.ts';
import { checkAliases, checkBlocked, checkDeadLetters, type ExaminedStacks, examineStacks } from './stacks.ts';

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
