import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import type { DashboardSettings } from '../../../lib/dashboard/settings.ts';
import type { Settings } from '../../../lib/settings.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import type { Outputs } from './stacks.ts';

const check = 'alarm email';

export const checkAlarmEmail = async ({ alarmEmail }: Settings, outputs: Outputs): Promise<Finding[]> => {
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

export const checkIssuer = async (
  { issuer }: DashboardSettings,
  outputs: Outputs,
  region: string,
): Promise<Finding[]> => {
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
