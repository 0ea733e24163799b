import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Consumer } from '../../functions/consumers/consumers.ts';
import type { QueueName } from '../../functions/model/queue.ts';
import type { AlarmDefinition } from './alarm.ts';
import { collectFunctions, collectQueues, type MonitoredService, period, sumMetrics } from './metrics.ts';

/**
 * How long a message may wait. Somebody waits for an answer or an event; nobody for a clean-up. A broadcast that keeps
 * to the pace of its number hides its messages from itself for up to 15 minutes, and that counts as waiting.
 */
const messageAgeSecondsMax: Record<QueueName, number> = {
  processInbound: 120,
  deliverWebhook: 300,
  prepareBroadcast: 900,
  sendBroadcast: 1_800,
  checkBroadcast: 1_800,
  deleteSegmentMembers: 3_600,
};

/** Customers' systems hear of events through the stream, as a rule within a second. */
const streamLagSecondsMax = 60;

/** What callers do not notice, and so has to be noticed by us. */
export const backgroundAlarms = (scope: Construct, { consumers }: MonitoredService): AlarmDefinition[] => [
  ...consumerErrorAlarms(scope, consumers),
  ...consumers.filter(({ source }) => 'changes' in source).map((consumer) => streamLagAlarm(scope, consumer)),
  ...consumers.flatMap(({ source }) => ('queue' in source ? queueBacklogAlarm(scope, source.queue) : [])),
  ...deadLetterAlarms(scope),
];

/** Messages that fail are counted by their queues; here a whole call crashed or took too long. */
const consumerErrorAlarms = (scope: Construct, consumers: readonly Consumer[]): AlarmDefinition[] => {
  const functions = collectFunctions(scope);
  const errors = consumers.flatMap(({ name }) => functions.get(name)?.metricErrors({ period }) ?? []);
  if (errors.length === 0) return [];
  return [
    {
      id: 'ConsumerErrors',
      section: 'Consumer errors',
      meaning: 'A function in the background crashed or ran out of time or memory.',
      firstStep: 'see on the dashboard which one it is, and read the end of its log.',
      metric: sumMetrics(errors, 'crashed calls'),
      threshold: 0,
      periods: { breaching: 2, of: 3 },
    },
  ];
};

const streamLagAlarm = (scope: Construct, { name }: Consumer): AlarmDefinition => ({
  id: `${name}StreamLag`,
  section: 'Stream lag',
  meaning: `${name} reads changes of the table more than ${streamLagSecondsMax} s late, so that events come late.`,
  firstStep: `read the log of ${name} for level=error: a batch that fails holds up those behind it.`,
  metric: getByName(collectFunctions(scope), name).metric('IteratorAge', { statistic: 'Maximum', period }),
  threshold: streamLagSecondsMax * 1000,
  periods: { breaching: 2, of: 2 },
});

const queueBacklogAlarm = (scope: Construct, name: QueueName): AlarmDefinition => ({
  id: `${name}QueueBacklog`,
  section: 'Queue backlog',
  meaning: `A message for ${name} has waited for more than ${messageAgeSecondsMax[name]} s.`,
  firstStep: `see on the dashboard whether ${name} fails, is throttled or has more to do than it can.`,
  metric: getByName(collectQueues(scope).work, name).metricApproximateAgeOfOldestMessage({
    statistic: 'Maximum',
    period,
  }),
  threshold: messageAgeSecondsMax[name],
  periods: { breaching: 2, of: 2 },
});

/** At one message, because whatever lies there is a bug of ours and somebody's message or event. */
const deadLetterAlarms = (scope: Construct): AlarmDefinition[] =>
  [...collectQueues(scope).deadLetter].map(([name, queue]) => {
    const metric = queue.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
    return name.endsWith('discardedChanges')
      ? { id: name, threshold: 0, metric, ...discardedRecordTexts(name) }
      : { id: `${name}DeadLetters`, threshold: 0, metric, ...deadLetterTexts(name) };
  });

const deadLetterTexts = (name: string) => ({
  section: 'Dead letters',
  meaning: `${name} could not deal with a message, however often it tried.`,
  firstStep: `read the log of ${name} for the cause; once it is repaired: npm run -s admin -- queue redrive ${name}.`,
});

const discardedRecordTexts = (name: string) => ({
  section: 'Discarded stream records',
  meaning: 'A change of the table led to nothing: it could not be read, or failed too often.',
  firstStep: `read the message in ${name}; the change itself stays in the stream for 24 hours after it took place.`,
});

const getByName = <Item>(itemsByName: ReadonlyMap<string, Item>, name: string): Item => {
  const item = itemsByName.get(name);
  if (item) return item;
  throw new Error(`There is nothing to watch for ${name}.`);
};
