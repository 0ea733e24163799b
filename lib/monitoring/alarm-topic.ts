import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import type { Settings } from '../settings.ts';
import { type AlarmDefinition, addAlarm } from './alarm.ts';
import { apiAlarms } from './api-alarms.ts';
import { dataAlarms } from './data-alarms.ts';
import { collectFunctions, collectQueues, type MonitoredService, period, sumMetrics } from './metrics.ts';

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

/**
 * Short where a customer waits for an event, long for a cleanup. Checks, files that the channel does not return, inbound
 * messages that arrive before what they refer to, and broadcasts that wait for their send rate, delay their jobs by up to
 * 15 minutes, which counts as age.
 */
const messageAgeSecondsMax: Record<QueueName, number> = {
  processInbound: 1_800,
  deliverWebhook: 300,
  prepareBroadcast: 900,
  sendBroadcast: 1_800,
  checkBroadcast: 1_800,
  checkMessage: 1_800,
  copyMedia: 1_800,
  runMaintenance: 3_600,
  eraseContacts: 3_600,
  assignConversations: 900,
};

/** Half a second of the consumer's work. Delayed messages are not among those that wait. */
const inboundWaitingMax = 500;

const streamLagSecondsMax = 60;

const backgroundAlarms = (scope: Construct, { consumers }: MonitoredService): AlarmDefinition[] => [
  ...consumerErrorAlarms(scope, consumers),
  ...consumers.filter(({ source }) => 'changes' in source).map((consumer) => streamLagAlarm(scope, consumer)),
  ...consumers.flatMap(({ source }) => ('queue' in source ? queueBacklogAlarm(scope, source.queue) : [])),
  inboundBacklogAlarm(scope),
  ...deadLetterAlarms(scope),
];

/**
 * Covers invocations that failed as a whole. Single failed messages end up as dead letters. A consumer of the stream that
 * fails lags behind, which has an alarm of its own.
 */
const consumerErrorAlarms = (scope: Construct, consumers: readonly Consumer[]): AlarmDefinition[] => {
  const functions = collectFunctions(scope);
  const ofQueues = consumers.filter(({ source }) => 'queue' in source);
  const errors = ofQueues.flatMap(({ name }) => functions.get(name)?.metricErrors({ period }) ?? []);
  if (errors.length === 0) return [];
  return [
    {
      id: 'ConsumerErrors',
      section: 'Consumer errors',
      meaning: 'A background function crashed, timed out or ran out of memory.',
      firstStep: 'find the function on the CloudWatch board and read the end of its log.',
      metric: sumMetrics(errors, 'failed invocations'),
      threshold: 0,
      periods: { breaching: 2, of: 3 },
    },
  ];
};

const streamLagAlarm = (scope: Construct, { name, batchSeconds = 0 }: Consumer): AlarmDefinition => ({
  id: `${name}StreamLag`,
  section: 'Stream lag',
  meaning: `${name} reads the table stream more than ${streamLagSecondsMax + batchSeconds} s late, so what follows from changes is delayed.`,
  firstStep: `filter the log of ${name} by level=error: a failing batch blocks the ones behind it.`,
  metric: getByName(collectFunctions(scope), name).metric('IteratorAge', { statistic: 'Maximum', period }),
  threshold: (streamLagSecondsMax + batchSeconds) * 1000,
  periods: { breaching: 2, of: 2 },
  isEssential: name === 'dispatchChanges',
});

const queueBacklogAlarm = (scope: Construct, name: QueueName): AlarmDefinition => ({
  id: `${name}QueueBacklog`,
  section: 'Queue backlog',
  meaning: `A message has been in the queue of ${name} for more than ${messageAgeSecondsMax[name]} s.`,
  firstStep: `check on the CloudWatch board whether ${name} fails, is throttled or has reached its maximum concurrency.`,
  metric: getByName(collectQueues(scope).work, name).metricApproximateAgeOfOldestMessage({
    statistic: 'Maximum',
    period,
  }),
  threshold: messageAgeSecondsMax[name],
  periods: { breaching: 2, of: 2 },
});

/** Customers wait for the answer to what is in this queue, so its age, which planned delays raise, is not enough. */
const inboundBacklogAlarm = (scope: Construct): AlarmDefinition => ({
  id: 'processInboundWaiting',
  section: 'Queue backlog',
  meaning: `More than ${inboundWaitingMax} messages of customers or receipts have waited for 5 minutes.`,
  firstStep:
    'check on the CloudWatch board whether processInbound fails, is throttled or has reached its maximum concurrency.',
  metric: getByName(collectQueues(scope).work, 'processInbound').metricApproximateNumberOfMessagesVisible({
    statistic: 'Minimum',
    period,
  }),
  threshold: inboundWaitingMax,
});

/** Fires at the first message: each one is a bug of ours and a lost message or event of a customer. */
const deadLetterAlarms = (scope: Construct): AlarmDefinition[] =>
  [...collectQueues(scope).deadLetter].map(([name, queue]) => {
    const metric = queue.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
    const firesAtFirst = { threshold: 0, metric, isEssential: true };
    return name === 'discardedChanges'
      ? { id: name, ...firesAtFirst, ...discardedRecordTexts(name) }
      : { id: `${name}DeadLetters`, ...firesAtFirst, ...deadLetterTexts(name) };
  });

const deadLetterTexts = (name: string) => ({
  section: 'Dead letters',
  meaning: `A message of ${name} failed every attempt and is now a dead letter.`,
  firstStep: `find the cause in the log of ${name}; after the fix, run npx switchboard queue redrive ${name}.`,
});

const discardedRecordTexts = (name: string) => ({
  section: 'Discarded stream records',
  meaning: 'A table change was discarded, because it could not be parsed or failed for 16 hours.',
  firstStep: `read the message in the queue ${name}; the change itself stays in the stream for 24 hours.`,
});

const getByName = <Item>(itemsByName: ReadonlyMap<string, Item>, name: string): Item => {
  const item = itemsByName.get(name);
  if (item) return item;
  throw new Error(`The stack has no function or queue for ${name}.`);
};
