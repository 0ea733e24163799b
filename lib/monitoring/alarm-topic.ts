import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { addAlarm } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { backgroundAlarms } from './background-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import type { MonitoredService } from './metrics.ts';

/**
 * The topic that every alarm notifies. It allows CloudWatch to publish, because the policy that enforces TLS replaces the
 * default one. It has no key: alarm texts hold no secret, and CloudWatch cannot use the free key of SNS.
 */
export const addAlarmTopic = (scope: Construct, { alarmEmail }: Pick<Settings, 'alarmEmail'>): Topic => {
  const { account } = Stack.of(scope);
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Switchboard alarms', enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  );
  if (alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
};

/** It covers the whole account, because a filter by tag counts nothing until somebody activates the tag. Budgets are free. */
export const addBudget = (scope: Construct, { alarmEmail, spending }: Settings): void => {
  if (alarmEmail === undefined) return;
  new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: spending.dollarsPerMonth, unit: 'USD' } },
    notificationsWithSubscribers: (['ACTUAL', 'FORECASTED'] as const).map((notificationType) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100 },
      subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
    })),
  });
};

export const addAlarms = (
  scope: Construct,
  service: MonitoredService,
  topic: ITopic,
  { monitoring }: Pick<Settings, 'monitoring'>,
): Map<string, Alarm> => {
  const definitions = [...apiAlarms(service, monitoring), ...backgroundAlarms(scope, service), ...dataAlarms(service)];
  const selected = definitions.filter(({ isEssential }) => isEssential || monitoring === 'full');
  return new Map(selected.map((definition) => [definition.id, addAlarm(scope, definition, topic)]));
};
